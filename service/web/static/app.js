/** The page at `/`: a live table. */

import { watchTable } from "./feed.js";
import { GamePanel } from "./game.js";
import { cameras, OwnSeat } from "./own-seat.js";
import { askForSession, claims, demoSession, forgetSession, knownSession, PATIENCE } from "./session.js";
import { Ticker } from "./ticker.js";
import { setText, Tile } from "./tile.js";

const byId = (id) => document.getElementById(id);
const LINKS = { on: "live", off: "connecting", refused: "refused", closed: "closed" };
/** How often the demo's token is renewed; it is good for an hour. */
const RENEW = 45 * 60 * 1000;

const tiles = new Map([...document.querySelectorAll(".tile")].map((root) => [Number(root.dataset.seat), new Tile(root)]));
const panel = new GamePanel(tiles);
const ticker = new Ticker(byId("ticker"), byId("announced"));
let session;
let own;
let stop = () => {};
let newest = { t: 0, at: 0 };

function watch() {
  stop();
  ticker.clear();
  const { role, seat } = claims(session.token);
  const platform = role === "platform";
  byId("view-field").hidden = !platform;
  setText(byId("table-name"), session.table);
  byId("leave-table").hidden = session.demo;
  byId("take-seat").disabled = !(platform || role === "seat");
  if (role === "seat") byId("seat-choice").value = String(seat);
  byId("seat-choice").disabled = role === "seat";
  stop = watchTable({
    session,
    view: platform ? byId("view").value : "",
    pictures: platform,
    onMessage: show,
    onState: connection,
  });
}

function show(message, pictures) {
  newest = { t: message.t, at: performance.now() };
  if (message.game) panel.update(message.game);
  panel.tick(message.t);
  for (const seat of message.seats) {
    tiles.get(seat.seat).update(seat, pictures[seat.picture]);
    if (seat.seat === own.seat) own.show(seat);
  }
  ticker.add(message.lines);
}

async function connection(state) {
  const link = byId("link");
  link.dataset.state = state;
  setText(link, LINKS[state]);
  if (state === "refused" || state === "closed") await change(state);
}

/** Another table: the one before is closed, or its token is no longer good. */
async function change(state) {
  stop();
  await own.leave();
  const again = session.demo ? await demoSession(PATIENCE) : null;
  if (again) return begin(again);
  forgetSession();
  const why = state === "closed" ? "The table was closed." : "The table does not take this token.";
  begin(await askForSession(`${why} Paste the name of an open table and a token for it.`));
}

function begin(found) {
  session = found;
  own = new OwnSeat(session);
  watch();
}

function wireTable() {
  byId("view").addEventListener("change", watch);
  byId("leave-table").addEventListener("click", () => {
    forgetSession();
    location.reload();
  });
  byId("tiles").addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const tile = event.target.closest(".tile");
    if (tile && event.key === "Escape") tiles.get(Number(tile.dataset.seat)).enlarge(false);
    if (!tile || !step) return;
    event.preventDefault();
    tiles.get(((Number(tile.dataset.seat) - 1 + step + 10) % 10) + 1).focus();
  });
  setInterval(() => panel.tick(newest.t + (performance.now() - newest.at) / 1000), 250);
}

function wireSeat() {
  const dialog = byId("seat-dialog");
  byId("take-seat").addEventListener("click", async () => {
    if (own.seat) return byId("mine").scrollIntoView({ block: "nearest" });
    problem("");
    dialog.showModal();
    await listCameras();
  });
  byId("seat-cancel").addEventListener("click", () => dialog.close());
  byId("leave-seat").addEventListener("click", async () => {
    await own.leave();
    byId("take-seat").focus();
  });
  byId("seat-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const join = byId("seat-join");
    join.disabled = true;
    problem("");
    try {
      await own.take(Number(byId("seat-choice").value), byId("seat-camera").value);
      dialog.close();
      byId("leave-seat").focus();
    } catch (error) {
      problem(error.message);
    } finally {
      join.disabled = false;
    }
  });
  addEventListener("pagehide", () => own?.leave());
}

async function listCameras() {
  const choice = byId("seat-camera");
  const options = (await cameras()).map(({ deviceId, label }, index) => new Option(label || `camera ${index + 1}`, deviceId));
  choice.replaceChildren(choice.options[0], ...options);
}

function problem(text) {
  const box = byId("seat-problem");
  box.hidden = !text;
  setText(box, text);
}

wireTable();
wireSeat();
begin((await knownSession()) ?? (await askForSession()));
setInterval(async () => {
  if (session.demo) Object.assign(session, (await demoSession()) ?? {});
}, RENEW);
