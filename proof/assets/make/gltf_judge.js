// Asks Khronos' validator which glTF files of some folders are valid, and writes JUDGED.tsv into each.
//
//     npm install --prefix FOR_NODE gltf-validator
//     NODE_PATH=FOR_NODE/node_modules node proof/assets/make/gltf_judge.js FOLDER…
//
// A line is a file's name, "valid" or "invalid", and the errors: their codes, each with the place of its first one. A file
// for which the validator takes too long is "unjudged".

const fs = require("fs");
const path = require("path");
const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");

const LIMIT = 5000;

function beside(folder) {
  return async (uri) => new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri))));
}

async function judged(folder, name) {
  const validator = require("gltf-validator");
  const bytes = new Uint8Array(fs.readFileSync(path.join(folder, name)));
  const options = { uri: name, maxIssues: 200, externalResourceFunction: beside(folder) };
  // It says with an exception what is not even a container.
  const report = await validator.validateBytes(bytes, options).catch((error) => String(error));
  if (typeof report === "string") {
    return [name, "invalid", report.split("\n")[0].replaceAll("\t", " ")];
  }
  const first = new Map();
  for (const { code, severity, pointer, offset } of report.issues.messages) {
    if (severity === 0 && !first.has(code)) first.set(code, pointer ?? (offset === undefined ? "" : `byte ${offset}`));
  }
  const told = [...first].map(([code, place]) => `${code} ${place}`);
  return [name, report.issues.numErrors > 0 ? "invalid" : "valid", told.join("; ")];
}

async function work() {
  for (const name of workerData.names) parentPort.postMessage(await judged(workerData.folder, name));
}

// Judges files until one takes too long.
function begin(folder, names) {
  return new Promise((resolve, reject) => {
    const rows = [];
    const worker = new Worker(__filename, { workerData: { folder, names } });
    const end = () => worker.terminate().then(() => resolve(rows));
    let clock = setTimeout(end, LIMIT);
    worker.on("message", (row) => {
      rows.push(row);
      clearTimeout(clock);
      if (rows.length === names.length) end();
      else clock = setTimeout(end, LIMIT);
    });
    worker.on("error", reject);
  });
}

async function main() {
  for (const folder of process.argv.slice(2)) {
    const names = fs.readdirSync(folder).filter((name) => /\.(gltf|glb)$/i.test(name)).sort();
    const rows = [];
    while (rows.length < names.length) {
      rows.push(...(await begin(folder, names.slice(rows.length))));
      if (rows.length < names.length) rows.push([names[rows.length], "unjudged", `took longer than ${LIMIT} ms`]);
    }
    fs.writeFileSync(path.join(folder, "JUDGED.tsv"), rows.map((row) => row.join("\t")).join("\n") + "\n");
    const count = (verdict) => rows.filter((row) => row[1] === verdict).length;
    console.log(`${folder}: ${count("valid")} valid, ${count("invalid")} invalid, ${count("unjudged")} unjudged`);
  }
}

if (isMainThread) main();
else work();
