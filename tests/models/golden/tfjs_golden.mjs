// Writes tfjs.json: what TensorFlow.js itself says about the nudity classifiers of nsfwjs.
//
//   npm install --prefix DIR nsfwjs@4.3.0 @tensorflow/tfjs@4.22.0
//   node tests/models/golden/tfjs_golden.mjs DIR > tests/models/golden/tfjs.json
//
// It runs the CPU backend in plain JavaScript. The pictures are made from numbers alone, in the same way as in
// tests/models/pictures.py, so that they need not be stored.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const folder = resolve(process.argv[2]);
const require = createRequire(join(folder, "node_modules", "index.js"));
const tf = require("@tensorflow/tfjs");

const SIZE = 224;
const MODELS = {
  nsfw_mobilenet: { folder: "mobilenet_v2", shards: 1, graph: false },
  nsfw_mid: { folder: "mobilenet_v2_mid", shards: 2, graph: true },
};

// The finaliser of MurmurHash3, 32 bits.
function mix(value) {
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function noise(seed) {
  const pixels = new Float32Array(SIZE * SIZE * 3);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = (mix((i + Math.imul(seed, 0x9e3779b9)) >>> 0) >>> 8) / 16777216;
  }
  return pixels;
}

// A wall, a window and a round head above shoulders: smooth shades and hard edges, as in a webcam's picture.
function scene(seed) {
  const pixels = new Float32Array(SIZE * SIZE * 3);
  const centre = 80 + (mix(seed) % 64);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      let colour = [140 + (x >> 2), 150 + (y >> 2), 170 - (x >> 3)];
      if (x >= 150 && x < 210 && y >= 20 && y < 90) colour = [225, 235, 250 - (y >> 1)];
      const body = 4 * (x - centre) ** 2 + (y - 230) ** 2 < 110 ** 2 * 2;
      if (body) colour = [40 + (y >> 2), 60, 120 - (x >> 2)];
      const head = (x - centre) ** 2 * 2 + (y - 95) ** 2 < 50 ** 2;
      if (head) colour = [220 - (x >> 3), 170 - (y >> 3), 140];
      for (let c = 0; c < 3; c++) pixels[(y * SIZE + x) * 3 + c] = colour[c] / 255;
    }
  }
  return pixels;
}

async function load({ folder: name, shards, graph }) {
  const part = (file) => require(join(folder, "node_modules", "nsfwjs", "dist", "models", name, `${file}.min.js`));
  const model = part("model");
  const data = [];
  for (let i = 1; i <= shards; i++) data.push(Buffer.from(part(`group1-shard${i}of${shards}`), "base64"));
  const all = Buffer.concat(data);
  const artifacts = {
    modelTopology: model.modelTopology,
    format: model.format,
    weightSpecs: model.weightsManifest.flatMap((group) => group.weights),
    weightData: all.buffer.slice(all.byteOffset, all.byteOffset + all.byteLength),
  };
  const handler = { load: async () => artifacts };
  return graph ? tf.loadGraphModel(handler) : tf.loadLayersModel(handler);
}

await tf.setBackend("cpu");
const golden = { tfjs: tf.version.tfjs, nsfwjs: "4.3.0", models: {} };
for (const [name, description] of Object.entries(MODELS)) {
  const model = await load(description);
  const results = {};
  for (const [kind, make] of Object.entries({ noise, scene })) {
    for (const seed of [1, 2, 3]) {
      const input = tf.tensor4d(make(seed), [1, SIZE, SIZE, 3]);
      results[`${kind} ${seed}`] = Array.from(await model.predict(input).data());
    }
  }
  golden.models[name] = results;
}
process.stdout.write(JSON.stringify(golden, null, 1) + "\n");
