"""The pages and their files, and who is given the demo's token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from service.web.routes import Demo, router
from tests.service.web.serving import TABLE, Site, site

PAGES = ("/", "/avatar")


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(lambda _: [router(Demo(TABLE))]) as running:
        yield running


class Links(HTMLParser):
    """What a page loads, and what it runs inline."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attributes}
        self.loaded += [told[name] for name in ("src", "href") if name in told]
        self.inline += [name for name in told if name == "style" or name.startswith("on")]
        if tag in ("style", "iframe") or (tag == "script" and "src" not in told):
            self.inline.append(tag)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_runs_nothing_inline(demo: Site, path: str) -> None:
    with demo.client() as client:
        page = client.get(path)
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        links = Links()
        links.feed(page.text)
        assert links.inline == []
        assert links.loaded
        for link in links.loaded:
            parts = urlsplit(link)
            assert (parts.scheme, parts.netloc) == ("", ""), f"{link} may lie elsewhere"
            assert not link.startswith("/"), f"{link} is lost behind a proxy's prefix"
            if parts.path:
                assert client.get(f"/{parts.path}").status_code == 200, link


def test_modules_import_only_each_other(demo: Site) -> None:
    waiting, seen = {"app.js", "avatar-page.js"}, set[str]()
    with demo.client() as client:
        while waiting:
            name = waiting.pop()
            seen.add(name)
            script = client.get(f"/static/{name}")
            assert script.headers["content-type"] == "text/javascript; charset=utf-8"
            for found in re.findall(r'^import .* from "(.*)";$', script.text, re.MULTILINE):
                assert re.fullmatch(r"\./[a-z-]+\.js", found), found
                waiting |= {found.removeprefix("./")} - seen
    assert len(seen) > 8


@pytest.mark.parametrize("path", [*PAGES, "/static/app.js", "/static/style.css", "/static/icons.svg"])
def test_every_file_is_guarded_and_asked_for_once(demo: Site, path: str) -> None:
    with demo.client() as client:
        first = client.get(path)
        policy = first.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert first.headers["x-content-type-options"] == "nosniff"
        assert first.headers["referrer-policy"] == "no-referrer"
        again = client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.head(path).headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize(
    "path", ["/static/", "/static/none.js", "/static/../routes.py", "/static/%2e%2e/app.py"]
)
def test_nothing_else_is_served(demo: Site, path: str) -> None:
    with demo.client() as client:
        assert client.get(path).status_code == 404


def test_the_demos_token_opens_the_demo_table_alone(demo: Site) -> None:
    with demo.client() as client:
        told = client.post("/demo/token")
        assert told.status_code == 200
        assert told.headers["cache-control"] == "no-store"
        grant = demo.tokens.read(told.json()["token"])
        assert (grant.role, grant.table, grant.opening) == ("platform", TABLE, demo.table.opening)
        assert told.json()["table"] == TABLE


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example"},
        {"host": ""},
        {"x-forwarded-for": "203.0.113.9"},
        {"forwarded": "for=203.0.113.9"},
        {"via": "1.1 proxy"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
    ],
)
def test_the_demos_token_is_not_for_others(demo: Site, headers: dict[str, str]) -> None:
    with demo.client() as client:
        refused = client.post("/demo/token", headers=headers)
        assert refused.status_code in (400, 403)
        assert "token" not in refused.json()


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost"])
def test_a_page_of_ours_on_this_machine_is_given_it(demo: Site, host: str) -> None:
    port = urlsplit(demo.address).port
    headers = {"host": f"{host}:{port}", "origin": f"http://{host}:{port}", "sec-fetch-site": "same-origin"}
    with demo.client() as client:
        assert client.post("/demo/token", headers=headers).status_code == 200


def test_without_a_demo_there_is_no_token() -> None:
    with site(lambda _: [router()]) as running, running.client() as client:
        assert client.post("/demo/token").status_code == 404
        assert 'data-demo="no"' in client.get("/").text


def test_a_demo_that_is_not_open_has_no_token() -> None:
    with site(lambda _: [router(Demo("later"))]) as running, running.client() as client:
        assert client.post("/demo/token").status_code == 204
