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

/** Build results for the current sources; empty at the start of a test run. */
const shelf = path.join(testOutputFolder, 'built');
/** Build results unused for this long, in ms, belong to older sources and are deleted. */
const keptMs = 24 * 3_600_000;

/** Files and folders of the project that go into a build. */
const sources = [
  'src',
  'media',
  'test/support',
  'test/tools',
  'esbuild.mjs',
  'esbuild.phone.mjs',
  'esbuild.programs.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'test/tsconfig.json',
];

/**
 * Folder that `make` fills from the sources. Shared by all processes: the first caller after a
 * source change builds it. Callers must not modify it.
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

/** Synchronous variant of `builtOnce`. */
export function builtOnceSync(what: string, make: (folder: string) => void): string {
  const known = place(what);
  if (isThere(known)) return known;
  const folder = draft();
  make(folder);
  return publish(folder, known);
}

/** True if changes of the file change the fingerprint; packages are covered by the lock file. */
export function isFingerprinted(file: string): boolean {
  const name = path.relative(projectRoot, file);
  return [...sources, 'node_modules'].some(
    (source) => name === source || name.startsWith(`${source}${path.sep}`),
  );
}

/**
 * Fingerprint that changes when one of these files, or a file in one of these folders, is added,
 * removed or written.
 */
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
  // Computed once per process: sources do not change while tests run.
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

/** Renaming makes the folder appear complete; of two concurrent builds the first one stays. */
function publish(folder: string, known: string): string {
  try {
    renameSync(folder, known);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(known)) throw error;
  }
  return known;
}
