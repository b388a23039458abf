import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import * as path from 'node:path';
import { projectRoot, testOutputFolder } from '../editor/paths';

/** What is built of the sources as they are; a test run begins without it. */
const shelf = path.join(testOutputFolder, 'built');
/** What was not used for so long is of older sources, in ms. */
const keptMs = 24 * 3_600_000;

/** Folders and files of the project that something is built of. */
const sources = [
  'src',
  'media',
  'test/support',
  'test/tools',
  'esbuild.mjs',
  'esbuild.phone.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'test/tsconfig.json',
];

/**
 * The folder that `make` fills with what it builds of the sources. Processes share it: it is made by
 * the first that asks for this since a source changed. It must not be changed.
 */
export async function builtOnce(
  what: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const known = place(what);
  if (isThere(known)) return known;
  const folder = draft();
  await make(folder);
  return publish(folder, known);
}

/** The same where nothing can be waited for. */
export function builtOnceSync(what: string, make: (folder: string) => void): string {
  const known = place(what);
  if (isThere(known)) return known;
  const folder = draft();
  make(folder);
  return publish(folder, known);
}

/** Whether a change of that file is one of the sources; packages change with their lock file. */
export function isFingerprinted(file: string): boolean {
  const name = path.relative(projectRoot, file);
  return [...sources, 'node_modules'].some(
    (source) => name === source || name.startsWith(`${source}${path.sep}`),
  );
}

/** Another one once a file among these, or in one of these folders, came, went or was written. */
export function fingerprintOf(root: string, names: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (name: string): void => {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(root, name));
    hash.update(`${name} ${size} ${mtimeMs} ${ctimeMs}\n`);
  };
  for (const name of names) {
    const place = path.join(root, name);
    const within = statSync(place).isDirectory()
      ? readdirSync(place, { recursive: true, encoding: 'utf8' }).sort()
      : [''];
    for (const inside of within) add(path.join(name, inside));
  }
  return hash.digest('hex');
}

let fingerprint: string | undefined;

function place(what: string): string {
  // Of the first call: sources do not change while tests run.
  fingerprint ??= fingerprintOf(projectRoot, sources);
  const hash = createHash('sha256').update(fingerprint).update(what);
  return path.join(shelf, hash.digest('hex').slice(0, 24));
}

function isThere(known: string): boolean {
  if (!existsSync(known)) return false;
  const now = new Date();
  utimesSync(known, now, now);
  return true;
}

function draft(): string {
  mkdirSync(shelf, { recursive: true });
  for (const name of readdirSync(shelf)) {
    const old = path.join(shelf, name);
    const at = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - at > keptMs) rmSync(old, { recursive: true, force: true });
  }
  return mkdtempSync(path.join(shelf, 'draft-'));
}

/** A folder that is there is complete; of two that were built at a time the first stays. */
function publish(folder: string, known: string): string {
  try {
    renameSync(folder, known);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(known)) throw error;
  }
  return known;
}
