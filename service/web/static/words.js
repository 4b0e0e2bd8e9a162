/** Names for people. */

const NUMBER = /^number_(\d+)$/;

/** What a sign says: `number_2` is "2", `check_claim` "check claim". */
export function word(name) {
  const number = NUMBER.exec(name);
  return number ? number[1] : name.replaceAll("_", " ");
}

const PHASES = {
  lobby: ["Lobby", "table"],
  meeting: ["Night: the mafia meets", "moon"],
  speech: ["Day", "sun"],
  runoff_speech: ["Tied: last words before the vote", "sun"],
  vote: ["Vote", "vote"],
  lift: ["Shall all the tied leave?", "vote"],
  farewell: ["Farewell", "sun"],
  shooting: ["Night: the mafia shoots", "moon"],
  don_check: ["Night: the don looks for the sheriff", "moon"],
  sheriff_check: ["Night: the sheriff checks", "moon"],
  over: ["The game is over", "flag"],
};

/** Title and icon of a phase. */
export function phase(game) {
  if (!game.playing) return ["Watching", "table"];
  const [title, icon] = PHASES[game.phase] ?? [word(game.phase), "table"];
  if (game.phase === "speech") return [`Day ${game.day}`, icon];
  return [title, icon];
}

const BALLOTS = {
  technical_foul: "Technical foul",
  disqualification: "Disqualification",
  abort_void: "Abort without a winner",
  abort_opponent_victory: "Abort, the opponents win",
};

export function ballotTitle(kind) {
  return BALLOTS[kind] ?? word(kind);
}

const STATES = {
  free: "free",
  waiting: "waiting",
  present: "present",
  absent: "empty",
  resting: "resting",
  out: "out",
  muted: "muted",
  stalled: "no signal",
  frozen: "frozen",
  black: "black",
  covered: "covered",
  corrupt: "broken",
  ended: "ended",
};

export function stateName(state) {
  return STATES[state] ?? word(state);
}

/** Seconds as m:ss. */
export function clock(seconds) {
  const whole = Math.max(Math.floor(seconds), 0);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
