// Reads messages as lines of hex and prints what the browser's decoder makes of each: JSON, or null.
import { readFileSync } from "node:fs";

// As text, so that no package file has to say that the browser's `.js` are modules.
const source = readFileSync(new URL("../../../service/web/static/avatar.js", import.meta.url), "base64");
const { decode } = await import(`data:text/javascript;base64,${source}`);

for (const line of readFileSync(0, "utf8").split("\n")) {
  const bytes = Uint8Array.from(line.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  try {
    const message = decode(bytes.buffer);
    for (const record of message.records) for (const hand of record.hands) hand.points = [...hand.points];
    console.log(JSON.stringify(message));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.log("null");
  }
}
