/** What happens, newest first. */

import { clock } from "./words.js";

const MOST = 120;

export class Ticker {
  #list;
  #announced;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} announced a live region: gets what is serious, as signs come faster than one can listen
   */
  constructor(list, announced) {
    this.#list = list;
    this.#announced = announced;
  }

  clear() {
    this.#list.replaceChildren();
  }

  /** @param {{number: number, t: number, seat: number, type: string, text: string, level: string}[]} lines */
  add(lines) {
    for (const line of lines) this.#list.prepend(entry(line));
    const serious = lines.filter(({ level }) => level !== "info").map(({ seat, text }) => (seat ? `Seat ${seat}: ${text}` : text));
    if (serious.length) this.#announced.textContent = serious.join(" ");
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
