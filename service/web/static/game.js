/** The game's panel: phase, clock, what is voted on, ballots on sanctions. */

import { setText } from "./tile.js";
import { ballotTitle, clock, phase, word } from "./words.js";

const byId = (id) => document.getElementById(id);

/** Phases in which a nomination still means something. */
const NOMINATING = new Set(["speech", "vote", "runoff_speech", "lift"]);

export class GamePanel {
  #game = null;
  #tiles;
  #length = 0;

  /** @param {Map<number, import("./tile.js").Tile>} tiles */
  constructor(tiles) {
    this.#tiles = tiles;
  }

  /** @param {object} game the table's view, where it has changed */
  update(game) {
    if (!this.#game || game.since !== this.#game.since || game.deadline !== this.#game.deadline) {
      this.#length = game.deadline === null ? 0 : game.deadline - game.since;
    }
    this.#game = game;
    const [title, icon] = phase(game);
    document.body.dataset.phase = icon;
    byId("phase-icon").setAttribute("href", `static/icons.svg#${icon}`);
    setText(byId("phase-name"), title);
    setText(byId("phase-detail"), detail(game));
    this.#chips(game);
    this.#ballots(game.ballots ?? []);
    for (const [seat, tile] of this.#tiles) tile.place(placed(game, seat));
  }

  /** @param {number} t the table's time */
  tick(t) {
    const game = this.#game;
    const running = game?.deadline != null && game.paused == null;
    byId("clock").hidden = byId("meter").hidden = !running;
    if (running) {
      const left = game.deadline - t;
      setText(byId("clock-left"), clock(left + 0.999));
      byId("meter").firstElementChild.style.setProperty("--share", String(share(left, this.#length)));
    }
    for (const card of byId("ballots").children) {
      setText(card.querySelector("time"), `${Math.max(Math.ceil(Number(card.dataset.deadline) - t), 0)} s`);
    }
  }

  #chips(game) {
    const texts = [];
    if (game.poll?.candidates) {
      const tally = new Map(game.poll.candidates.map((seat) => [seat, 0]));
      for (const choice of game.poll.choices) if (tally.has(choice)) tally.set(choice, tally.get(choice) + 1);
      if (game.phase === "lift") {
        const yes = game.poll.choices.filter((choice) => choice === 1).length;
        texts.push(`${yes} of ${game.living.length} to remove all`);
      } else for (const [seat, votes] of tally) texts.push(`Seat ${seat}: ${votes}`);
    } else if (game.nominations?.length) {
      texts.push(...game.nominations.map(([by, nominee]) => `Seat ${nominee} · nominated by ${by}`));
    }
    const list = byId("chips");
    if (list.dataset.texts === texts.join("|")) return;
    list.dataset.texts = texts.join("|");
    list.replaceChildren(...texts.map((text) => element("li", text)));
  }

  #ballots(ballots) {
    const root = byId("ballots");
    const cards = new Map([...root.children].map((card) => [card.dataset.id, card]));
    for (const ballot of ballots) {
      const card = cards.get(ballot.id) ?? root.appendChild(newCard(ballot));
      cards.delete(ballot.id);
      const votes = ballot.votes ?? [];
      const yes = votes.filter(([, vote]) => vote).length;
      const no = votes.length - yes;
      card.style.setProperty("--yes", String(yes / ballot.voters.length));
      card.style.setProperty("--no", String(no / ballot.voters.length));
      setText(card.querySelector(".count"), `${yes} yes, ${no} no of ${ballot.voters.length}`);
    }
    for (const card of cards.values()) card.remove();
    byId("phase-detail").hidden = byId("chips").hidden = root.childElementCount > 0; // there is room for one thing
  }
}

function share(left, length) {
  return length > 0 ? Math.min(Math.max(left / length, 0), 1) : 0;
}

function placed(game, seat) {
  const playing = game.playing && game.phase !== "lobby";
  const choice = game.phase === "lift" ? 0 : (game.poll?.choices?.[seat - 1] ?? 0);
  const voting = game.phase === "vote" && game.poll;
  return {
    name: game.players?.[seat - 1] ?? "",
    out: playing && !game.living.includes(seat),
    speaking: playing && game.speaker === seat,
    nominated: playing && NOMINATING.has(game.phase) && (game.nominations ?? []).some(([, nominee]) => nominee === seat),
    upForVote: Boolean(voting && game.poll.candidates[game.poll.up] === seat),
    fouls: game.fouls?.[seat - 1] ?? 0,
    voted: voting ? choice : 0,
  };
}

function detail(game) {
  if (!game.playing) return "no game is played here";
  if (game.paused !== null) return "paused";
  if (game.result) return `${winner(game.result.winner)} · ${word(game.result.why)}`;
  if (game.speaker && game.phase !== "vote") return `Seat ${game.speaker} speaks`;
  if (game.phase === "vote" && game.poll) return `on seat ${game.poll.candidates[game.poll.up]}`;
  return "";
}

function winner(team) {
  return team === "town" ? "the town wins" : team === "mafia" ? "the mafia wins" : "nobody wins";
}

function newCard(ballot) {
  const card = document.createElement("article");
  card.className = "ballot";
  card.dataset.id = ballot.id;
  card.dataset.deadline = ballot.deadline;
  const title = element("h3", `${ballotTitle(ballot.kind)}: seat ${ballot.accused}?`);
  const rule = element("p", `Rule ${ballot.rule} · asked by seat ${ballot.initiator}`);
  const votes = element("p", "", "count");
  const bar = element("div", "", "bar-of-votes");
  const time = document.createElement("time");
  card.append(title, time, rule, bar, votes);
  return card;
}

function element(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}
