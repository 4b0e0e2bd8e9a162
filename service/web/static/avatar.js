/**
 * Reads Consigliere's avatar messages: the hands of a table's seats at frame rate.
 *
 * Plain ES module without dependencies. The wire form is described in `service/avatar/codec.py`.
 *
 * @example
 * const avatars = await watchAvatars({
 *   url: "https://sidecar.example/v1/tables/t1/avatars",
 *   token,
 *   onHands: (record) => draw(record),
 * });
 * // ...
 * await avatars.close();
 *
 * @typedef {object} AvatarHand
 * @property {Float64Array} points 42 numbers: x and y of 21 joints (wrist first, then thumb to little finger,
 *   each from the palm to the tip), in long sides of the picture: multiply by its longer side in pixels.
 * @property {"left"|"right"} handedness of the person, not of the picture
 * @property {number} track the same for the same hand while it stays in view, 0 to 127
 *
 * @typedef {object} AvatarRecord
 * @property {number} seat 1 to 10
 * @property {number} t media time in seconds of the seat's own track
 * @property {number} aspect width by height of the picture
 * @property {AvatarHand[]} hands two at most
 *
 * @typedef {object} AvatarMessage
 * @property {number} sequence counts messages, 16 bits
 * @property {AvatarRecord[]} records
 */

export const VERSION = 1;
const HEAD = 3;
const RECORD = 7;
const HAND = 47;
const POINTS = 21;

/** The bones of a hand as pairs of joints. */
export const BONES = [
  [0, 1], [1, 2], [2, 3], [3, 4],
  [0, 5], [5, 6], [6, 7], [7, 8],
  [5, 9], [9, 10], [10, 11], [11, 12],
  [9, 13], [13, 14], [14, 15], [15, 16],
  [13, 17], [0, 17], [17, 18], [18, 19], [19, 20],
];

/**
 * Reads one message.
 *
 * @param {ArrayBuffer} buffer
 * @returns {AvatarMessage}
 * @throws {RangeError} where the bytes are no message of this version
 */
export function decode(buffer) {
  const view = new DataView(buffer);
  if (view.byteLength <= HEAD) throw new RangeError("cut off");
  if (view.getUint8(0) !== VERSION) throw new RangeError(`version ${view.getUint8(0)} is not known`);
  const records = [];
  let at = HEAD;
  while (at < view.byteLength) {
    const record = readRecord(view, at);
    records.push(record);
    at += RECORD + record.hands.length * HAND;
  }
  if (records.length > 10) throw new RangeError(`${records.length} records`);
  return { sequence: view.getUint16(1), records };
}

function readRecord(view, at) {
  if (at + RECORD > view.byteLength) throw new RangeError("cut off");
  const seat = view.getUint8(at) >> 4;
  const count = view.getUint8(at) & 0xf;
  const aspect = view.getUint16(at + 5) / 4096;
  if (seat < 1 || seat > 10 || count > 2 || aspect === 0) throw new RangeError(`seat ${seat}, ${count} hands`);
  if (at + RECORD + count * HAND > view.byteLength) throw new RangeError("cut off");
  const hands = [];
  for (let hand = 0; hand < count; hand += 1) hands.push(readHand(view, at + RECORD + hand * HAND));
  return { seat, t: view.getUint32(at + 1) / 1000, aspect, hands };
}

function readHand(view, at) {
  const head = view.getUint8(at);
  const step = 2 ** (view.getUint8(at + 1) / 16 - 16);
  const packed = (view.getUint8(at + 2) << 16) | view.getUint16(at + 3);
  const left = signed(packed >> 12) / 1024;
  const top = signed(packed & 0xfff) / 1024;
  const points = new Float64Array(2 * POINTS);
  for (let index = 0; index < POINTS; index += 1) {
    points[2 * index] = left + view.getUint8(at + 5 + 2 * index) * step;
    points[2 * index + 1] = top + view.getUint8(at + 6 + 2 * index) * step;
  }
  return { points, handedness: head & 0x80 ? "right" : "left", track: head & 0x7f };
}

function signed(value) {
  return value & 0x800 ? value - 0x1000 : value;
}

/** Lets through what is newer than all before it, seat by seat: messages may overtake each other. */
export class Newest {
  #times = new Map();

  /**
   * @param {AvatarRecord} record
   * @returns {boolean} whether it is the newest of its seat. A time more than five seconds back is a new track.
   */
  take(record) {
    const before = this.#times.get(record.seat);
    if (before !== undefined && record.t <= before && before - record.t < 5) return false;
    this.#times.set(record.seat, record.t);
    return true;
  }
}

/**
 * Opens the avatar channel of a table.
 *
 * @param {object} options
 * @param {string} options.url of the table's avatars
 * @param {string} options.token of any viewer of the table
 * @param {(record: AvatarRecord) => void} options.onHands called for each seat's newest hands
 * @param {(state: string) => void} [options.onState] told `connected`, `failed`, `closed` …
 * @returns {Promise<{close: () => Promise<void>, counts: {messages: number, bytes: number, bad: number},
 *   peer: RTCPeerConnection}>}
 * @throws {Error} where the table refuses
 */
export async function watchAvatars({ url, token, onHands, onState = () => {} }) {
  const peer = new RTCPeerConnection();
  // Both sides open the channel by agreement: nothing has to be negotiated, and nothing is sent twice.
  const channel = peer.createDataChannel("avatar", { negotiated: true, id: 0, ordered: false, maxRetransmits: 0 });
  channel.binaryType = "arraybuffer";
  const counts = { messages: 0, bytes: 0, bad: 0 };
  const newest = new Newest();
  channel.onmessage = (event) => {
    counts.messages += 1;
    counts.bytes += event.data.byteLength;
    try {
      for (const record of decode(event.data).records) if (newest.take(record)) onHands(record);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      counts.bad += 1;
    }
  };
  peer.onconnectionstatechange = () => onState(peer.connectionState);
  channel.onclose = () => onState("closed");
  const authorization = `Bearer ${token}`;
  await peer.setLocalDescription(); // its candidates are not needed: this side checks the table's
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization, "content-type": "application/sdp" },
    body: peer.localDescription.sdp,
  });
  if (!response.ok) {
    peer.close();
    throw new Error((await response.json().catch(() => ({}))).detail ?? `refused with status ${response.status}`);
  }
  const session = new URL(response.headers.get("location"), response.url);
  await peer.setRemoteDescription({ type: "answer", sdp: await response.text() });
  const close = async () => {
    peer.onconnectionstatechange = channel.onclose = null;
    await fetch(session, { method: "DELETE", headers: { authorization }, keepalive: true }).catch(() => {});
    peer.close();
  };
  return { close, counts, peer };
}
