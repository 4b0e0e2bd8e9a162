/** Taking a seat: this browser's camera joins the table, and its hands are drawn over it. */

import { watchAvatars } from "./avatar.js";
import { drawHand } from "./draw.js";
import { setText } from "./tile.js";
import { publish } from "./whip.js";
import { word } from "./words.js";

const byId = (id) => document.getElementById(id);
const STATES = { new: "connecting", connecting: "connecting", connected: "live", disconnected: "line is bad" };
const LOST = ["failed", "closed"];
/** Milliseconds after which hands that are not told anew are wiped off. */
const STALE = 700;
/** Where a phone has no camera for us: browsers give it to safe pages alone. */
const UNSAFE = "Browsers open the camera on https or on this machine's own address only.";

export class OwnSeat {
  #session;
  #seat = 0;
  #stream = null;
  #whip = null;
  #avatars = null;
  #wipe = 0;
  #joined = false;

  /** @param {{table: string, token: string}} session */
  constructor(session) {
    this.#session = session;
  }

  get seat() {
    return this.#seat;
  }

  /**
   * @param {number} seat
   * @param {string} camera its id, empty for the default one
   * @throws {Error} in words for people
   */
  async take(seat, camera) {
    const { table, token } = this.#session;
    this.#stream = await openCamera(camera);
    this.#seat = seat;
    byId("mine").hidden = false;
    setText(byId("mine-title"), `Your seat: ${seat}`);
    const video = byId("mine-video");
    video.srcObject = this.#stream;
    const place = `v1/tables/${encodeURIComponent(table)}`;
    try {
      this.#whip = await publish({
        url: `${place}/seats/${seat}/whip`,
        token,
        stream: this.#stream,
        onState: (state) => this.#connection(state),
      });
      this.#avatars = await watchAvatars({
        url: `${place}/avatars`,
        token,
        onHands: (record) => record.seat === seat && this.#draw(record),
      });
    } catch (error) {
      await this.leave();
      throw error;
    }
  }

  async leave() {
    const [whip, avatars] = [this.#whip, this.#avatars];
    this.#stream?.getTracks().forEach((track) => track.stop());
    this.#stream = this.#whip = this.#avatars = null;
    this.#seat = 0;
    this.#joined = false;
    clearTimeout(this.#wipe);
    byId("mine").hidden = true;
    byId("mine-video").srcObject = null;
    await Promise.all([whip?.close(), avatars?.close()]);
  }

  /** @param {object} seat of the state feed, this seat's */
  show(seat) {
    const box = byId("mine-word");
    const said = (seat.words ?? []).map(word);
    const seen = (seat.hands ?? []).filter((hand) => hand.shape);
    const doubt = (seat.hands ?? []).find((hand) => hand.abstained);
    box.dataset.kind = said.length ? "word" : seen.length ? "shape" : "none";
    this.#joined ||= seat.input === "whip";
    if (!this.#joined) setText(box, "joining");
    else if (seat.input !== "whip") setText(box, "The seat was taken by somebody else");
    else if (seat.veiled) setText(box, "It is night: no sign is read");
    else if (said.length) setText(box, said.join(" · "));
    else if (seen.length) setText(box, seen.map((hand) => word(hand.shape)).join(" · "));
    else if (doubt) setText(box, `not judged: ${word(doubt.abstained)}`);
    else setText(box, "Show a hand");
  }

  #connection(state) {
    setText(byId("mine-state"), STATES[state] ?? state);
    byId("mine").dataset.state = state;
    if (LOST.includes(state) && this.#whip) this.leave();
  }

  #draw(record) {
    const canvas = byId("mine-hands");
    const width = canvas.clientWidth * devicePixelRatio;
    const height = width / record.aspect;
    if (Math.abs(canvas.width - width) > 1 || Math.abs(canvas.height - height) > 1) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, canvas.width, canvas.height);
    const scale = Math.max(canvas.width, canvas.height);
    for (const hand of record.hands) drawHand(context, hand.points, scale);
    canvas.dataset.hands = record.hands.length;
    clearTimeout(this.#wipe);
    this.#wipe = setTimeout(() => {
      context.clearRect(0, 0, canvas.width, canvas.height);
      canvas.dataset.hands = 0;
    }, STALE);
  }
}

/** The cameras that can be chosen; they have names only once one was allowed. */
export async function cameras() {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices.filter(({ kind, deviceId }) => kind === "videoinput" && deviceId);
}

async function openCamera(camera) {
  if (!navigator.mediaDevices) throw new Error(UNSAFE);
  const wish = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30, max: 30 } };
  if (camera) wish.deviceId = { exact: camera };
  else wish.facingMode = "user";
  try {
    return await navigator.mediaDevices.getUserMedia({ video: wish, audio: false });
  } catch (error) {
    const why = { NotAllowedError: "The camera was not allowed.", NotFoundError: "No camera was found." };
    throw new Error(why[error.name] ?? `The camera cannot be opened: ${error.message}`);
  }
}
