// SPDX-License-Identifier: Apache-2.0
//
// Runs the Yosys of npm, which knows only files in memory, on files of this machine:
//
//   node yosys.mjs <bundle.js> <folder read> <file written> <Yosys command>...
//
// The commands see the folder's files under the folder's own name and write out/<name of the file>.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [bundle, folder, output, ...commands] = process.argv.slice(2);
const { runYosys, Exit } = await import(pathToFileURL(bundle));

const contents = folder => Object.fromEntries(
  readdirSync(folder, { withFileTypes: true }).map(entry => {
    const path = join(folder, entry.name);
    return [entry.name, entry.isDirectory() ? contents(path) : readFileSync(path)];
  }));

const print = bytes => { if (bytes) process.stdout.write(bytes); };
try {
  const files = await runYosys(['-Q', '-T', '-p', commands.join('; ')],
    { [basename(folder)]: contents(folder), out: {} },
    { stdout: print, stderr: print, fetchProgress: () => {} });
  writeFileSync(output, files.out[basename(output)]);
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.code;
}
