import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import * as path from 'node:path';

/**
 * Lists the files below a folder and reads all their bytes on one core; prints the times of both.
 */
const [folder = '.'] = process.argv.slice(2);
const listingStarted = performance.now();
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));
const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
const listMs = performance.now() - listingStarted;

const buffer = Buffer.allocUnsafe(1024 * 1024);
const started = performance.now();
const { user: userBefore, system: systemBefore } = process.cpuUsage();
let bytes = 0;
for (const file of files) {
  const descriptor = openSync(file, 'r');
  for (;;) {
    const read = readSync(descriptor, buffer);
    if (read === 0) break;
    bytes += read;
  }
  closeSync(descriptor);
}
const ms = performance.now() - started;
const { user, system } = process.cpuUsage();
const cpuMs = (user - userBefore + system - systemBefore) / 1000;
process.stdout.write(JSON.stringify({ listMs, ms, cpuMs, bytes, size, files: files.length }));
