/** One seat: its picture, the hands seen in it, and what is known of it. */

import { drawHand } from "./draw.js";
import { stateName, word } from "./words.js";

export class Tile {
  #root;
  #stage;
  #canvas;
  #context;
  #parts;
  #status;
  #spoken = "";
  #drawing = false;
  #out = false;

  /** @param {HTMLElement} root as rendered by the server */
  constructor(root) {
    this.#root = root;
    this.#stage = root.querySelector(".stage");
    this.#canvas = root.querySelector("canvas");
    this.#context = this.#canvas.getContext("2d");
    this.#parts = Object.fromEntries(
      ["name", "marks", "state", "word", "ring", "veil"].map((name) => [name, root.querySelector(`.${name}`)]),
    );
    this.#status = root.querySelector(`#${root.id}-status`);
    this.#stage.addEventListener("click", () => this.enlarge(!root.classList.contains("large")));
  }

  get seat() {
    return Number(this.#root.dataset.seat);
  }

  /** Shows the tile larger than the others, or no longer. */
  enlarge(large) {
    if (large) document.querySelector(".tile.large .stage")?.click();
    this.#root.classList.toggle("large", large);
    this.#stage.setAttribute("aria-pressed", String(large));
  }

  focus() {
    this.#stage.focus();
  }

  /**
   * @param {object} seat of the state feed
   * @param {Blob | undefined} picture in which its hands were seen
   */
  update(seat, picture) {
    const state = this.#out ? "out" : stateOf(seat);
    const { classList } = this.#root;
    classList.toggle("veiled", seat.veiled);
    classList.toggle("covered", Boolean(seat.covered));
    classList.toggle("dark", state !== "present" && state !== "absent" && state !== "out");
    this.#parts.veil.hidden = !seat.veiled;
    this.#parts.state.dataset.state = state;
    setText(this.#parts.state, stateName(state) + (seat.suspected?.length ? " · not live?" : ""));
    this.#ring(seat.absence);
    this.#word(seat);
    if (seat.veiled || seat.covered || seat.camera === null) this.#clear();
    else if (picture) this.#draw(picture, seat);
    this.#speak(seat, state);
  }

  /** What the game says of the seat. */
  place({ name, out, speaking, nominated, upForVote, fouls, voted }) {
    const { classList } = this.#root;
    this.#out = out;
    setText(this.#parts.name, name);
    classList.toggle("out", out);
    classList.toggle("speaking", speaking);
    classList.toggle("up", upForVote);
    const marks = [];
    if (speaking) marks.push("speaks");
    if (nominated && !upForVote) marks.push("nominated");
    if (upForVote) marks.push("voted on");
    if (voted) marks.push(`votes ${voted}`);
    if (fouls) marks.push(`${fouls} ${fouls === 1 ? "foul" : "fouls"}`);
    setChips(this.#parts.marks, marks);
  }

  /** Waits for the frame before: a picture that comes meanwhile is not drawn. */
  async #draw(picture, seat) {
    if (this.#drawing) return;
    this.#drawing = true;
    try {
      const bitmap = await createImageBitmap(picture);
      const { width, height } = bitmap;
      if (this.#canvas.width !== width || this.#canvas.height !== height) {
        this.#canvas.width = width;
        this.#canvas.height = height;
      }
      this.#context.drawImage(bitmap, 0, 0);
      bitmap.close();
      const scale = width / seat.size[0] / 10;
      for (const hand of seat.hands ?? []) drawHand(this.#context, hand.points, scale);
      this.#root.classList.add("pictured");
    } catch {
      this.#clear(); // a picture that cannot be decoded is no reason to end
    } finally {
      this.#drawing = false;
    }
  }

  #clear() {
    if (!this.#root.classList.contains("pictured")) return;
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.#root.classList.remove("pictured");
  }

  #word(seat) {
    const said = (seat.words ?? []).map(word).join(" · ");
    const seen = (seat.hands ?? []).find((hand) => hand.shape);
    this.#parts.word.hidden = !said && !seen;
    this.#parts.word.classList.toggle("unsure", !said);
    this.#parts.word.classList.toggle("alarm", (seat.words ?? []).includes("forbidden"));
    setText(this.#parts.word, said || (seen ? `${word(seen.shape)} ${Math.round(seen.score * 100)} %` : ""));
  }

  #ring(absence) {
    const { ring } = this.#parts;
    ring.hidden = !absence;
    if (!absence) return;
    ring.classList.toggle("warned", absence.seconds >= absence.warned);
    ring.style.setProperty("--turn", `${Math.min(absence.seconds / absence.limit, 1)}turn`);
    setText(ring.querySelector(".seconds"), absence.seconds.toFixed(1));
    setText(ring.querySelector(".of"), `of ${absence.limit} s`);
  }

  /** For screen readers, only when it changes. */
  #speak(seat, state) {
    const said = (seat.words ?? []).map(word).join(", ");
    const spoken = [stateName(state), said && `shows ${said}`, seat.absence && "the absence timer runs"];
    const text = spoken.filter(Boolean).join(", ");
    if (text !== this.#spoken) this.#status.textContent = this.#spoken = text;
  }
}

function stateOf(seat) {
  if (seat.muted) return "muted";
  if (seat.camera === null) return seat.input ? "waiting" : "free";
  if (seat.camera !== "ok") return seat.camera === "ended" && !seat.input ? "free" : seat.camera;
  if (seat.presence === "unobservable") return seat.resting ? "resting" : "waiting";
  return seat.presence;
}

/** @param {Element} element is touched only where its text changes */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {Element} element gets one `span` a text */
export function setChips(element, texts) {
  if (element.dataset.texts === texts.join("|")) return;
  element.dataset.texts = texts.join("|");
  element.replaceChildren(
    ...texts.map((text) => {
      const chip = document.createElement("span");
      chip.textContent = text;
      return chip;
    }),
  );
}
