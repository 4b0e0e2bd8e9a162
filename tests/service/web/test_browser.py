"""The pages in a real browser: a camera joins, its gesture arrives and is shown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from datasets.demo import CLIPS
from rules.events import Json
from rules.table.book import RuleBook
from service.api.tokens import Grant
from service.avatar import routes as avatar
from service.demo.cameras import ClipCamera
from service.eye import open_table_models
from service.live.eye import Eye
from service.live.tables import Tables, TableSettings
from service.web import routes as web
from service.webrtc import whip
from service.webrtc.ice import Network
from service.webrtc.sessions import Sessions
from tests.service.api.serving import reached
from tests.service.avatar.tables import PLAYERS
from tests.service.web.chromium import CHROMIUM, chromium, film, watched
from tests.service.web.serving import TABLE, Site, site
from vision.policy import TablePolicy

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs the package chromium")
LOOPBACK = Network(("127.0.0.1",))
SIGN = CLIPS / "seat03.mp4"
"""A thumb up, which means red, from 2 to 6 s."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    camera = film(SIGN, 3.0, 5.5, tmp_path_factory.mktemp("film") / "thumb.mjpeg")
    with chromium(camera) as opened:
        yield opened


@pytest.fixture(scope="module")
def eye_models(default_models: None) -> Any:
    return open_table_models()


@pytest.fixture
def house(eye_models: Any) -> Iterator[Site]:
    def routers(tables: Tables) -> list[Any]:
        sessions = Sessions(tables, None, LOOPBACK)
        return [web.router(web.Demo(TABLE)), avatar.router(), whip.router(tables, sessions)]

    with site(routers, eye=Eye(eye_models)) as running:
        yield running


@pytest.fixture
def closed_house() -> Iterator[Site]:
    """Without a demo: its pages need a token."""
    with site(lambda _: [web.router()]) as running:
        yield running


@pytest.fixture
def page(browser: Browser, house: Site) -> Iterator[Page]:
    with watched(browser, house.address) as opened:
        yield opened


def _live(page: Page) -> None:
    expect(page.locator("#link")).to_have_text("live")


def test_a_camera_joins_through_the_page_and_its_gesture_is_told_and_shown(page: Page, house: Site) -> None:
    page.goto("/")
    _live(page)
    page.get_by_role("button", name="Take a seat").press("Enter")
    page.get_by_label("Seat", exact=True).select_option("4")
    page.get_by_role("button", name="Sit down").press("Enter")
    expect(page.locator("#mine-title")).to_have_text("Your seat: 4")
    expect(page.locator("#mine-state")).to_have_text("live")
    expect(page.locator("#mine-word")).to_have_text("red")
    expect(page.locator("#tile-4 .word")).to_have_text("red")
    expect(page.locator("#tile-4.pictured")).to_be_visible()
    expect(page.locator("#tile-4-status")).to_have_text("present, shows red")
    expect(page.locator("#mine-hands")).to_have_attribute("data-hands", "1")
    expect(page.locator("#ticker li", has_text="shows red").first).to_be_visible()
    with house.client() as client:
        bearer = {"authorization": f"Bearer {house.token(Grant('spectator', TABLE))}"}
        told = client.get(f"/v1/tables/{TABLE}/events", headers=bearer).json()["events"]
    signs = [event for event in told if event["type"] == "gesture.started"]
    assert [(sign["seat"], sign["data"]["gesture"]) for sign in signs][:1] == [(4, "red")]
    page.get_by_role("button", name="Leave").click()
    expect(page.locator("#mine")).to_be_hidden()
    assert reached(lambda: house.table.seats[4].input is None)


def test_the_table_is_walked_by_the_keyboard(page: Page, house: Site) -> None:
    page.goto("/")
    _live(page)
    expect(page.locator(".tile")).to_have_count(10)
    page.locator("#tile-10 .stage").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tile-1 .stage")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#tile-1")).to_contain_class("large")
    expect(page.locator("#tile-1 .stage")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#tile-1")).not_to_contain_class("large")
    page.get_by_role("button", name="Take a seat").press("Enter")
    expect(page.locator("#seat-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#seat-dialog")).to_be_hidden()


def test_the_game_moves_on_the_page(page: Page, house: Site) -> None:
    page.goto("/")
    _live(page)
    roles: list[Json] = ["don", "mafia", "mafia", "sheriff", *["citizen"] * 6]
    start: dict[str, Json] = {"roles": roles, "players": PLAYERS}
    camera = ClipCamera(house.table.seats[3], str(SIGN), time.monotonic)
    try:
        expect(page.locator("#tile-3.pictured")).to_be_visible()
        house.do(lambda: house.table.command("game.start", 0, start))
        expect(page.locator("#phase-name")).to_have_text("Night: the mafia meets")
        expect(page.locator("#clock")).to_be_visible()
        expect(page.locator("#tile-3 .veil")).to_be_visible()
        expect(page.locator("#tile-3 .name")).to_have_text("player 3")
        expect(page.locator("#ticker")).to_contain_text("First night: the mafia meets")
        expect(page.locator("#ticker")).not_to_contain_text("The role of seat")
        page.get_by_label("View", exact=True).select_option("platform")
        expect(page.locator("#ticker")).to_contain_text("The role of seat 4: sheriff.")
    finally:
        camera.stop()
        assert camera.join(30.0)


@pytest.mark.parametrize("path", ["/", "/avatar"])
def test_a_page_goes_on_with_the_demo_when_its_table_is_opened_anew(
    page: Page, house: Site, path: str
) -> None:
    page.goto(path)
    _live(page)
    settings = TableSettings(RuleBook(), TablePolicy())
    house.do(lambda: house.tables.close(TABLE))
    expect(page.locator("#link")).not_to_have_text("live")
    house.do(lambda: house.tables.open(TABLE, settings))
    _live(page)
    camera = ClipCamera(house.table.seats[3], str(SIGN), time.monotonic)
    try:
        shown = "#tile-3.pictured" if path == "/" else '#avatars li[data-seat="3"][data-hands="1"]'
        expect(page.locator(shown)).to_be_visible()
    finally:
        camera.stop()
        assert camera.join(30.0)


def test_the_avatar_example_draws_the_hands_of_a_seat(page: Page, house: Site) -> None:
    camera = ClipCamera(house.table.seats[3], str(SIGN), time.monotonic)
    try:
        page.goto("/avatar")
        _live(page)
        expect(page.locator('#avatars li[data-seat="3"]')).to_have_attribute("data-hands", "1")
        drawn = page.locator('#avatars li[data-seat="3"] canvas').evaluate(
            "(canvas) => canvas.getContext('2d')"
            ".getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0)"
        )
        assert drawn
        expect(page.locator("#figures")).to_contain_text("kB/s a seat")
    finally:
        camera.stop()
        assert camera.join(30.0)


def test_a_table_is_shown_for_a_token_that_is_pasted_in(browser: Browser, closed_house: Site) -> None:
    with watched(browser, closed_house.address) as page:
        page.goto("/")
        page.get_by_label("Table", exact=True).fill(TABLE)
        page.get_by_label("Token", exact=True).fill(closed_house.token(Grant("spectator", TABLE)))
        page.get_by_role("button", name="Show").click()
        _live(page)
        expect(page.get_by_role("button", name="Take a seat")).to_be_disabled()
        page.reload()
        _live(page)


def test_a_table_is_shown_for_a_link_with_a_token(browser: Browser, closed_house: Site) -> None:
    with watched(browser, closed_house.address) as page:
        page.goto(f"/#table={TABLE}&token={closed_house.token(Grant('seat', TABLE, 6))}")
        _live(page)
        assert "token" not in page.url
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_label("Seat", exact=True)).to_have_value("6")
        expect(page.get_by_label("Seat", exact=True)).to_be_disabled()


@pytest.mark.parametrize("path", ["/", "/avatar"])
def test_a_phone_shows_it_without_scrolling_sideways(browser: Browser, house: Site, path: str) -> None:
    with watched(browser, house.address, 360, 740) as page:
        page.goto(path)
        _live(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if path == "/":
            expect(page.get_by_role("button", name="Take a seat")).to_be_in_viewport()
