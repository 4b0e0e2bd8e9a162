/** Draws hands. The colours are those of the annotated videos: Okabe and Ito's, for every kind of sight. */

import { BONES } from "./avatar.js";

const FINGERS = ["#e69f00", "#56b4e9", "#00c08b", "#f0e442", "#e58fbf"];
const PALM = "#eceef2";
const EDGE = "rgba(8, 9, 12, 0.55)";

/**
 * @param {CanvasRenderingContext2D} context
 * @param {ArrayLike<number>} points x and y of 21 joints
 * @param {number} scale from their unit to the canvas's pixels
 * @param {number} [weight] thickness of the bones against the usual
 */
export function drawHand(context, points, scale, weight = 1) {
  const at = (joint) => [points[2 * joint] * scale, points[2 * joint + 1] * scale];
  const [wrist, middle] = [at(0), at(9)];
  const palm = Math.hypot(middle[0] - wrist[0], middle[1] - wrist[1]);
  const width = Math.min(Math.max(palm * 0.075, 1.6), 9) * weight;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = EDGE;
  context.lineWidth = width * 2.1;
  context.beginPath();
  for (const [from, to] of BONES) {
    context.moveTo(...at(from));
    context.lineTo(...at(to));
  }
  context.stroke();
  for (const [from, to] of BONES) {
    const inPalm = from === 0 || (from % 4 === 1 && to % 4 === 1);
    context.strokeStyle = inPalm && to !== 1 ? PALM : FINGERS[Math.floor((to - 1) / 4)];
    context.lineWidth = width * (inPalm ? 0.7 : 1);
    context.beginPath();
    context.moveTo(...at(from));
    context.lineTo(...at(to));
    context.stroke();
  }
  for (let joint = 0; joint < 21; joint += 1) {
    const tip = joint > 0 && joint % 4 === 0;
    context.fillStyle = joint === 0 ? PALM : FINGERS[Math.floor((joint - 1) / 4)];
    disc(context, at(joint), width * (tip ? 0.95 : 0.7));
    if (tip && width > 2.4) {
      context.fillStyle = "#fff";
      disc(context, at(joint), width * 0.42);
    }
  }
}

function disc(context, [x, y], radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
