/** What happens, newest first. */

import { clock } from "./words.js";

const MOST = 120;

export class Ticker {
  #list;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.#list = list;
  }

  clear() {
    this.#list.replaceChildren();
  }

  /** @param {{number: number, t: number, seat: number, type: string, text: string, level: string}[]} lines */
  add(lines) {
    for (const line of lines) this.#list.prepend(entry(line));
    while (this.#list.childElementCount > MOST) this.#list.lastElementChild.remove();
  }
}

function entry({ t, seat, type, text, level }) {
  const item = document.createElement("li");
  item.dataset.level = level;
  item.dataset.type = type;
  const time = document.createElement("time");
  time.textContent = clock(t);
  const who = document.createElement("span");
  who.className = "badge";
  who.textContent = seat ? String(seat) : "•";
  if (seat) who.setAttribute("aria-label", `Seat ${seat}`);
  else who.setAttribute("aria-hidden", "true");
  const what = document.createElement("span");
  what.className = "what";
  what.textContent = text;
  item.append(time, who, what);
  return item;
}
