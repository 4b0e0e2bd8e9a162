"""Posts in three markups: what votes, what addresses, what is unclear, what may not vote."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.events import Event
from rules.forum.referee import apply
from service.forum.markup import LONGEST, Markup, PostError, read
from tests.rules.forum.games import Game

MARKUPS: tuple[Markup, ...] = ("markdown", "bbcode", "html")
SAME: dict[str, dict[Markup, str]] = {
    "bold": {"markdown": "I say **Ada**!", "bbcode": "I say [b]Ada[/b]!", "html": "<p>I say <b>Ada</b>!</p>"},
    "strong": {"markdown": "__Ada__", "bbcode": "[B]Ada[/B]", "html": "<STRONG>Ada</STRONG>"},
    "styled": {
        "markdown": "**Ada**",
        "bbcode": "[color=red][b]Ada[/b][/color]",
        "html": '<span style="font-weight: 700">A<span>d</span>a</span>',
    },
    "pieces": {"markdown": "**Ada**", "bbcode": "[b]A[/b][b]da[/b]", "html": "<b>A</b><b>d<b>a</b></b>"},
    "in a list": {
        "markdown": "- well\n- **Ada**",
        "bbcode": "[list][*]well[*][b]Ada[/b][/list]",
        "html": "<ul><li>well<li><b>Ada</b></ul>",
    },
}
NOT_A_VOTE: dict[str, dict[Markup, str]] = {
    "plain": {"markdown": "Ada", "bbcode": "Ada", "html": "Ada"},
    "quotation": {
        "markdown": "> **Ada**\n\nno",
        "bbcode": '[quote="Ben"]so [b]Ada[/b][/quote] no',
        "html": "<blockquote><p><b>Ada</b></p></blockquote>no",
    },
    "quotation of a quotation": {
        "markdown": "> > **Ada**\n>\n> **Ben**",
        "bbcode": "[quote][quote][b]Ada[/b][/quote][b]Ben[/b][/quote]",
        "html": "<blockquote><blockquote><b>Ada</b></blockquote><b>Ben</b></blockquote>",
    },
    "code": {"markdown": "`**Ada**`", "bbcode": "[code][b]Ada[/b][/code]", "html": "<pre><b>Ada</b></pre>"},
    "block of code": {
        "markdown": "```\n**Ada**\n```\n\n    **Ada**",
        "bbcode": "[noparse][b]Ada[/b][/noparse]",
        "html": "<script>'<b>Ada</b>'</script><style><b>Ada</b></style>",
    },
    "escaped": {"markdown": r"\*\*Ada\*\*", "bbcode": "[ b]Ada[/b]", "html": "&lt;b&gt;Ada&lt;/b&gt;"},
    "another markup": {
        "markdown": "[b]Ada[/b] <b>Ada</b>",
        "bbcode": "**Ada** <b>x</b>",
        "html": "[b]Ada[/b]",
    },
    "hidden": {
        "markdown": "[//]: # (**Ada**)",
        "bbcode": "[img]x.png?[b]Ada[/b][/img]",
        "html": '<!-- <b>Ada</b> --><b hidden>Ada</b><p style="display:none"><b>Ada</b></p><!-- ><b>Ada</b>',
    },
    "within a tag": {
        "markdown": '[x](/u "**Ada**")',
        "bbcode": "[url=**Ada**]x[/url]",
        "html": '<a title="<b>Ada</b>">x</a><![CDATA[<b>Ada</b>]]>',
    },
    "empty": {"markdown": "** **", "bbcode": "[b] [/b][b][/b]", "html": "<b> </b><b></b><b><br></b>"},
    "heading": {"markdown": "# Ada", "bbcode": "[size=7]Ada[/size]", "html": "<h1>Ada</h1>"},
}
UNCLEAR: dict[str, dict[Markup, str]] = {
    "italic too": {"markdown": "***Ada***", "bbcode": "[i][b]Ada[/b][/i]", "html": "<b><em>Ada</em></b>"},
    "linked": {
        "markdown": "**[Ada](/u/1)**",
        "bbcode": "[b][url=/u/1]Ada[/url][/b]",
        "html": '<a href="/u/1"><b>Ada</b></a>',
    },
    "struck": {"markdown": "~~**Ada**~~", "bbcode": "[s][b]Ada[/b][/s]", "html": "<del><b>Ada</b></del>"},
    "folded": {
        "markdown": "~~**Ada**~~",
        "bbcode": "[spoiler][b]Ada[/b][/spoiler]",
        "html": "<details><b>Ada</b></details>",
    },
}


@pytest.mark.parametrize("markup", MARKUPS)
@pytest.mark.parametrize("case", SAME)
def test_bold_is_a_vote(case: str, markup: Markup) -> None:
    marked = read(SAME[case][markup], markup)
    assert (marked.bold, marked.unclear, marked.addressed) == (("Ada",), (), ())


@pytest.mark.parametrize("markup", MARKUPS)
@pytest.mark.parametrize("case", NOT_A_VOTE)
def test_what_only_looks_like_a_vote(case: str, markup: Markup) -> None:
    marked = read(NOT_A_VOTE[case][markup], markup)
    assert (marked.bold, marked.unclear) == ((), ())


@pytest.mark.parametrize("markup", MARKUPS)
@pytest.mark.parametrize("case", UNCLEAR)
def test_bold_and_something_else_is_unclear(case: str, markup: Markup) -> None:
    marked = read(UNCLEAR[case][markup], markup)
    assert (marked.bold, marked.unclear) == ((), ("Ada",))


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("bbcode", "[b]Ada"),
        ("bbcode", "[quote][b]Ada[/b]"),
        ("bbcode", "[code][b]Ada[/b]"),
        ("html", "<b>Ada"),
        ("html", "<p><b>Ada</p>"),
        ("html", "<blockquote><b>Ada</b>"),
        ("html", "<b>A<i>d</b>a</i>"),
    ],
)
def test_what_is_never_closed_is_unclear(markup: Markup, text: str) -> None:
    marked = read(text, markup)
    assert marked.bold == ()
    assert marked.unclear


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("markdown", "*Ada*, and [Ben](/users/2)"),
        ("bbcode", "[i]Ada[/i], and [url=/users/2]Ben[/url]"),
        ("bbcode", "[I]Ada[/I], and [user=2]Ben[/user]"),
        ("html", '<i>Ada</i>, and <a class="mention" href="/users/2">Ben</a>'),
        ("html", '<span style="font-style:italic">Ada</span> <a href="/users/2">B<span>en</span></a>'),
    ],
)
def test_italics_and_profile_links_address_and_do_not_vote(markup: Markup, text: str) -> None:
    marked = read(text, markup)
    assert (marked.bold, marked.addressed) == ((), ("Ada", "Ben"))


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("markdown", "[The Cook {hr}]\n\nI am new."),
        ("markdown", "[The Cook]\n---\nI am new."),
        ("markdown", "[**The Cook** {HR}]\n\nI am new."),
        ("bbcode", "[The Cook {hr}] I am new."),
        ("bbcode", "[The Cook [hr]] I am new."),
        ("bbcode", "[b][The Cook][/b][hr]I am new."),
        ("html", "<p>[The Cook <hr>]</p>I am new."),
        ("html", "<div>[<b>The Cook</b>]<hr></div>I am new."),
    ],
)
def test_the_nick_at_the_head_is_read_and_is_no_vote(markup: Markup, text: str) -> None:
    marked = read(text, markup)
    assert (marked.nick, marked.bold, marked.unclear) == ("The Cook", (), ())


@pytest.mark.parametrize(
    "text", ["Hello [The Cook {hr}]", "[The Cook]", "{hr}", "[] {hr}", "[quote][Cook {hr}"]
)
def test_elsewhere_or_without_a_rule_it_is_no_head(text: str) -> None:
    assert read(text, "bbcode").nick == ""


HOSTILE = {
    "deep tags": "<b>" * 15_000,
    "deep spans": "<span>" * 9_000 + "<b>Ada</b>",
    "deep bbcode": "[b]x" * 15_000,
    "deep quotes": "[quote]" * 8_000 + "[b]Ada[/b]",
    "deep markdown quotes": ">" * 30_000 + " **Ada**",
    "stars": "*a **a " * 8_000,
    "many stars": "*" * LONGEST,
    "brackets": "[" * LONGEST,
    "links": "[a](" * 15_000,
    "closing": "[/b]" * 15_000,
    "spaces": "[" + " " * (LONGEST - 1),
    "open tag": "<a " * 20_000,
    "entities": "&" * LONGEST,
    "comments": "<!--" * 15_000,
    "declarations": "<!" * 30_000,
    "sections": "<![" * 20_000 + "><b>",
    "script": "<script>" * 7_000 + "</",
    "backticks": "".join("`" * n + " " for n in range(1, 300)),
    "verbatim": "[code]" * 10_000,
    "controls": "\x00\x1e\ud800\u202e**\x1e**[b]\x1e[/b]",
}


@pytest.mark.parametrize("markup", MARKUPS)
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_posts_neither_break_nor_vote(case: str, markup: Markup) -> None:
    marked = read(HOSTILE[case][:LONGEST], markup)
    assert "Ada" not in marked.bold
    assert len(marked.bold) <= 200
    assert len(marked.unclear) <= 200


def test_many_votes_are_one_report() -> None:
    marked = read("[b]Ada[/b] " * 5_000, "bbcode")
    assert set(marked.bold) == {"Ada"}


def test_a_post_that_is_too_long_is_not_read() -> None:
    with pytest.raises(PostError, match="60001 characters"):
        read("x" * 60_001, "html")


PIECES = st.sampled_from(
    [
        "[b]",
        "[/b]",
        "<b>",
        "</b>",
        "**",
        "*",
        "~~",
        "[quote]",
        "[/quote]",
        "<blockquote>",
        "</blockquote>",
        "`",
        "[code]",
        "Ada",
        "Ben",
        "[",
        "]",
        "{hr}",
        "<hr>",
        "<i>",
        "</i>",
        "<",
        "&lt;",
        "<!--",
        "-->",
        "<![",
        ">",
        "<a",
        " ",
        "\n",
        "\n\n",
        "> ",
    ]
)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(MARKUPS))
def test_any_post_is_judged_by_the_rules_without_a_failure(text: str, markup: Markup) -> None:
    marked = read(text, markup)
    game = Game(names=["Ada", "Ben", *(f"P{number}" for number in range(3, 10))])
    data = {"bold": [*marked.bold], "unclear": [*marked.unclear], "addressed": [*marked.addressed]}
    event = Event("p", "post.made", 9, 0.0, {**data, "nick": marked.nick})  # type: ignore[dict-item]
    state, decisions = apply(game.state, event)
    assert decisions
    assert "refused" not in [decision.type for decision in decisions]
    if state.votes[8]:
        assert not marked.unclear
        assert "[b]" in text or "<b>" in text or "**" in text


@given(st.text(max_size=200), st.sampled_from(MARKUPS))
def test_text_without_markup_never_votes(text: str, markup: Markup) -> None:
    plain = "".join(letter for letter in text if letter not in "*_<[&")
    assert read(plain, markup).bold == ()
