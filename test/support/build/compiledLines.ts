import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import assemblyscript from 'assemblyscript/package.json';
import binaryen from 'binaryen/package.json';
import { cacheFolder, projectRoot } from '../editor/paths';
import { buildScript } from './buildScript';

/** Sources of the compiled program, and the script with the compiler's options: a change of either compiles again. */
const sources = 'src/lineProgram';
const script = 'esbuild.mjs';

/**
 * The module that `npm run lines` would write now. The same sources always compile to the same program,
 * so the result for the last ones is kept in `.cache`, beside the digest of all that it was made of.
 */
export async function compiledLines(): Promise<string> {
  const file = path.join(cacheFolder, 'compiled-lines.json');
  const digest = digestOfSources();
  const kept = readKept(file);
  if (kept?.digest === digest) return kept.module;
  const module = await (await buildScript()).lineProgramModule();
  mkdirSync(cacheFolder, { recursive: true });
  const part = `${file}.${process.pid}`; // Other runs read it, too.
  writeFileSync(part, JSON.stringify({ digest, module }));
  renameSync(part, file);
  return module;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  const folder = path.join(projectRoot, sources);
  const names = readdirSync(folder).sort();
  for (const file of [
    ...names.map((name) => path.join(folder, name)),
    path.resolve(projectRoot, script),
  ]) {
    const text = readFileSync(file);
    hash.update(`${path.relative(projectRoot, file)} ${text.length}\n`).update(text);
  }
  return hash.update(`${assemblyscript.version} ${binaryen.version}`).digest('hex');
}

interface Kept {
  readonly digest: string;
  readonly module: string;
}

function readKept(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
}
