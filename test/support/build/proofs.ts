import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { check } from 'recheck';
import recheckManifest from 'recheck/package.json';
import { cacheFolder } from '../editor/paths';
import type { Expression } from './expressions';

/** What was proved stays true, so a run proves only what is new; another version of the prover begins anew. */
const file = path.join(cacheFolder, `linear-expressions-${recheckManifest.version}.json`);

/** Proves that an expression takes a time in proportion to the text, and remembers that in `.cache`. */
export class Proofs {
  private readonly proved = new Set(readProved());

  /** Undefined where it is proved. However busy the machine is, the proof has its time: it ends by itself. */
  async fault({ place, pattern, flags }: Expression): Promise<string | undefined> {
    const name = createHash('sha256').update(`/${pattern}/${flags}`).digest('base64url');
    if (this.proved.has(name)) return undefined;
    const found = await check(pattern, flags, { checker: 'automaton', timeout: null });
    if (found.status === 'safe') {
      this.proved.add(name);
      return undefined;
    }
    const why = found.status === 'unknown' ? found.error.kind : found.complexity?.summary;
    return `${place}: /${pattern}/${flags} is ${found.status}: ${why}`;
  }

  save(): void {
    const all = new Set([...readProved(), ...this.proved]);
    mkdirSync(cacheFolder, { recursive: true });
    // Other runs read it, too.
    const part = `${file}.${process.pid}`;
    writeFileSync(part, JSON.stringify([...all].sort()));
    renameSync(part, file);
  }
}

function readProved(): readonly string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly string[];
  } catch {
    return [];
  }
}
