/** The avatar example: the hands of every seat, drawn from what the data channel brings and nothing else. */

import { watchAvatars } from "./avatar.js";
import { drawHand } from "./draw.js";
import { askForSession, demoSession, forgetSession, knownSession, PATIENCE } from "./session.js";

const byId = (id) => document.getElementById(id);
/** Milliseconds after which a seat that is not told anew is wiped off. */
const STALE = 500;

const stages = new Map();
let avatars;
let before = { messages: 0, bytes: 0 };

/** Everything that came is drawn at the screen's own pace. */
const waiting = new Map();

function draw() {
  const now = performance.now();
  for (const [seat, record] of waiting) {
    const stage = stages.get(seat) ?? addStage(seat);
    stage.at = now;
    paint(stage, record);
  }
  waiting.clear();
  for (const stage of stages.values()) if (stage.hands && now - stage.at > STALE) paint(stage, { hands: [], aspect: stage.aspect });
  requestAnimationFrame(draw);
}

function paint(stage, { hands, aspect }) {
  const { canvas, context, item } = stage;
  const width = Math.round(canvas.clientWidth * devicePixelRatio);
  const height = Math.round(canvas.clientHeight * devicePixelRatio);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.clearRect(0, 0, width, height);
  // The picture's longer side is 1 long; the whole of it is shown in the middle of the stage.
  const side = aspect >= 1 ? Math.min(width, height * aspect) : Math.min(height, width / aspect);
  context.save();
  context.translate((width - side * Math.min(aspect, 1)) / 2, (height - side / Math.max(aspect, 1)) / 2);
  for (const hand of hands) drawHand(context, hand.points, side, 1.4);
  context.restore();
  stage.hands = hands.length;
  stage.aspect = aspect;
  item.dataset.hands = String(hands.length);
}

function addStage(seat) {
  const item = document.createElement("li");
  const canvas = document.createElement("canvas");
  const badge = document.createElement("span");
  badge.className = "badge";
  badge.textContent = String(seat);
  item.dataset.seat = String(seat);
  item.setAttribute("aria-label", `Seat ${seat}`);
  item.append(canvas, badge);
  const later = [...byId("avatars").children].find((other) => Number(other.dataset.seat) > seat);
  byId("avatars").insertBefore(item, later ?? null);
  const stage = { item, canvas, context: canvas.getContext("2d"), at: 0, hands: 0, aspect: 4 / 3 };
  stages.set(seat, stage);
  return stage;
}

function figures() {
  const { messages, bytes } = avatars.counts;
  const seats = Math.max(stages.size, 1);
  const each = (bytes - before.bytes) / seats / 1000;
  byId("figures").textContent = `${messages - before.messages} messages/s · ${each.toFixed(1)} kB/s a seat`;
  before = { messages, bytes };
}

async function begin(session) {
  byId("table-name").textContent = session.table;
  byId("leave-table").hidden = session.demo;
  try {
    const opened = await watchAvatars({
      url: `v1/tables/${encodeURIComponent(session.table)}/avatars`,
      token: session.token,
      onHands: (record) => waiting.set(record.seat, record),
      onState: (state) => {
        show(state);
        if (state === "closed" && opened === avatars) again(session);
      },
    });
    avatars = opened;
    before = { messages: 0, bytes: 0 };
  } catch (error) {
    if (session.demo) return again(session);
    forgetSession();
    begin(await askForSession(`${error.message}. Paste the name of an open table and a token for it.`));
  }
}

/** The table was closed, or the way to it: try once more. */
async function again(session) {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  begin((session.demo && (await demoSession(PATIENCE))) || session);
}

function show(state) {
  const link = byId("link");
  link.dataset.state = state === "connected" ? "on" : "off";
  link.textContent = state === "connected" ? "live" : state;
}

addEventListener("pagehide", () => avatars?.close());
setInterval(() => avatars && figures(), 1000);
byId("leave-table").addEventListener("click", () => {
  forgetSession();
  location.reload();
});
requestAnimationFrame(draw);
begin((await knownSession()) ?? (await askForSession()));
