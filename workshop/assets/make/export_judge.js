// Asks Khronos' validator about exported models. Fails if one of them has an error or a warning.
//
//     cargo test --package proof oracles::
//     npm install --prefix FOR_NODE gltf-validator
//     NODE_PATH=FOR_NODE/node_modules node workshop/assets/make/export_judge.js target/tmp/knight.glb
//
// What it merely remarks is counted: texture coordinates without a picture (UNUSED_OBJECT), skins of models that have joints
// and no surface (UNUSED_OBJECT), and nodes that carry nothing (NODE_EMPTY). All of these are as in the model.

const fs = require("fs");
const path = require("path");
const { validateBytes } = require("gltf-validator");

const SEVERITIES = ["error", "warning", "remark", "hint"];

async function judged(file) {
  const { issues } = await validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 0 });
  const counts = new Map();
  for (const { code, severity, pointer } of issues.messages) {
    const what = `${SEVERITIES[severity]} ${code}`;
    const [count, first] = counts.get(what) ?? [0, pointer];
    counts.set(what, [count + 1, first]);
  }
  const told = [...counts].map(([what, [count, first]]) => `${count} × ${what}, first at ${first}`);
  console.log(`${path.basename(file)}: ${told.join("; ") || "nothing to say"}`);
  return issues.numErrors + issues.numWarnings;
}

async function main() {
  let wrong = 0;
  for (const file of process.argv.slice(2)) wrong += await judged(file);
  console.log(`${wrong} errors and warnings`);
  process.exitCode = wrong > 0 ? 1 : 0;
}

main();
