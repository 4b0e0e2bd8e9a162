/** The state feed of a table: a WebSocket that is opened again whenever it breaks. */

const AGAIN = [500, 1000, 2000, 4000];
const POLICY = 1008;

/**
 * @param {object} options
 * @param {{table: string, token: string}} options.session
 * @param {string} options.view through whose eyes the game is seen, empty for the token's own
 * @param {boolean} options.pictures
 * @param {(message: object, pictures: Blob[]) => void} options.onMessage
 * @param {(state: "on"|"off"|"refused"|"closed") => void} options.onState
 * @returns {() => void} ends it
 */
export function watchTable({ session, view, pictures, onMessage, onState }) {
  let ended = false;
  let failures = 0;
  let socket;
  let timer;

  function open() {
    const url = new URL(`v1/tables/${encodeURIComponent(session.table)}/state/ws`, document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("access_token", session.token);
    if (view) url.searchParams.set("view", view);
    if (pictures) url.searchParams.set("pictures", "1");
    let greeted = false;
    socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => {
      if (!greeted) onState("on");
      greeted = true;
      failures = 0;
      if (typeof event.data === "string") onMessage(JSON.parse(event.data), []);
      else onMessage(...split(event.data));
    };
    socket.onclose = async (event) => {
      if (ended) return;
      if (event.reason === "closed") return onState("closed");
      if (event.code === POLICY) return onState("refused");
      onState("off");
      // A refusal and a broken line look alike to a WebSocket.
      const verdict = greeted ? "off" : await refusal(session);
      if (ended) return;
      if (verdict !== "off") return onState(verdict);
      timer = setTimeout(open, AGAIN[Math.min(failures, AGAIN.length - 1)]);
      failures += 1;
    };
  }

  open();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket.close();
  };
}

/** Why the table cannot be watched: `refused`, `closed`, or `off` where nobody says. */
async function refusal({ table, token }) {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch(`v1/tables/${encodeURIComponent(table)}`, { headers });
    return { 401: "refused", 403: "refused", 404: "closed" }[status] ?? "off";
  } catch {
    return "off";
  }
}

/** A framed message: JSON and JPEGs, each behind its length. */
function split(buffer) {
  const view = new DataView(buffer);
  const parts = [];
  for (let at = 0; at < buffer.byteLength; ) {
    const length = view.getUint32(at);
    parts.push(new Uint8Array(buffer, at + 4, length));
    at += 4 + length;
  }
  const [text, ...pictures] = parts;
  const blobs = pictures.map((bytes) => new Blob([bytes], { type: "image/jpeg" }));
  return [JSON.parse(new TextDecoder().decode(text)), blobs];
}
