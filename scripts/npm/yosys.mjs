// SPDX-License-Identifier: Apache-2.0
//
// Runs the Yosys of npm, which knows only files in memory, on files of this machine:
//
//   node yosys.mjs <bundle.js> <folder read> <folder written> <script>
//
// The script's commands see the files of the folder read under that folder's own name. What they leave
// in out/ goes to the folder written, also when they fail.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [bundle, read, written, script] = process.argv.slice(2);
const { runYosys, Exit } = await import(pathToFileURL(bundle));

const contents = folder => Object.fromEntries(
  readdirSync(folder, { withFileTypes: true }).map(entry => {
    const path = join(folder, entry.name);
    return [entry.name, entry.isDirectory() ? contents(path) : readFileSync(path)];
  }));

// A warning of Yosys is an error (-e).
const print = bytes => { if (bytes) process.stdout.write(bytes); };
let files;
try {
  files = await runYosys(['-Q', '-T', '-e', '.', '-s', 'script.ys'],
    { [basename(read)]: contents(read), 'script.ys': readFileSync(script), out: {} },
    { stdout: print, stderr: print, fetchProgress: () => {} });
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  files = error.files;
  process.exitCode = error.code;
}
for (const [name, content] of Object.entries(files.out)) writeFileSync(join(written, name), content);
