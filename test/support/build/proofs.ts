import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { check } from 'recheck';
import recheckManifest from 'recheck/package.json';
import { cacheFolder, projectRoot } from '../editor/paths';
import type { Expression } from './expressions';

/** Digests of the expressions that one version of the prover has proved; a proof stays valid. */
interface Proved {
  readonly prover: string;
  readonly digests: readonly string[];
}

/** Proofs in the repository, so that a fresh clone saves 10 to 20 seconds of processor time. */
const recorded = path.join(projectRoot, 'test/fixtures/linearExpressions.json');
const cached = path.join(cacheFolder, 'linear-expressions.json');
/** `UPDATE_GOLDEN=1` proves every expression again and rewrites the fixture. */
const records = process.env['UPDATE_GOLDEN'] === '1';

/**
 * Proves that matching an expression takes linear time. Expressions missing from both the fixture
 * and `.cache` are proved and added to `.cache`.
 */
export class Proofs {
  private readonly proved = new Set(records ? [] : [...provedIn(recorded), ...provedIn(cached)]);

  /**
   * Describes why an expression is not linear; undefined if it is. The proof has no timeout, since
   * it always terminates.
   */
  async fault({ place, pattern, flags }: Expression): Promise<string | undefined> {
    const digest = createHash('sha256').update(`/${pattern}/${flags}`).digest('base64url');
    if (this.proved.has(digest)) return undefined;
    const found = await check(pattern, flags, { checker: 'automaton', timeout: null });
    if (found.status === 'safe') {
      this.proved.add(digest);
      return undefined;
    }
    const why = found.status === 'unknown' ? found.error.kind : found.complexity?.summary;
    return `${place}: /${pattern}/${flags} is ${found.status}: ${why}`;
  }

  save(): void {
    if (records) return write(recorded, this.proved);
    mkdirSync(cacheFolder, { recursive: true });
    write(cached, new Set([...provedIn(cached), ...this.proved]));
  }
}

function write(file: string, proved: ReadonlySet<string>): void {
  const all: Proved = { prover: recheckManifest.version, digests: [...proved].sort() };
  // Written to a temporary file first, as other runs may be reading this one.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, `${JSON.stringify(all, undefined, 2)}\n`);
  renameSync(part, file);
}

/** Digests in the file; none if it is missing or from another version of the prover. */
function provedIn(file: string): readonly string[] {
  try {
    const { prover, digests } = JSON.parse(readFileSync(file, 'utf8')) as Proved;
    return prover === recheckManifest.version ? digests : [];
  } catch {
    return [];
  }
}
