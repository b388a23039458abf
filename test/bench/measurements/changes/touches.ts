import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { claudeHomes } from '../../../support/agents/claudeHomes';
import { noChanges, addEdit } from '../../../../src/extension/hub/domain/facts/changes';
import type { TranscriptEntry } from '../../../../src/extension/hub/domain/facts/transcriptEntry';
import type { SessionFacts } from '../../../../src/extension/hub/domain/facts/session';
import {
  emptyTranscript,
  foldLine,
} from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { Reviews } from '../../../../src/extension/hub/review/reviews';
import { GitRepository } from '../../../support/git/gitRepository';
import type { Measurement, Row } from '../../measurement';
import { megabytes, median } from '../../statistics';
import { usedMemory } from '../../process/usedMemory';

const files = 400;
const edits = 4_000;
const rounds = 15;
const reviewedFiles = 300;
/**
 * Number of batches, and of reviews in each. The first batch is discarded, because it includes
 * memory for compiled code; the reviews stay in memory.
 */
const [batches, reviewCount] = [6, 6];

/**
 * Measures the cost of tracking the files that sessions change, and of storing the result of a
 * review.
 */
export const touches: Measurement = {
  name: 'touches',
  measure: async () => [measureFolding(), await measureReview()],
};

function measureFolding(): Row {
  const times = { Read: [] as number[], Edit: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const tool of ['Read', 'Edit'] as const) times[tool].push(timeOf(linesOf(tool)));
  }
  // Uses the minimum, because other programs can only increase a time.
  const [plain, changing] = [Math.min(...times.Read), Math.min(...times.Edit)];
  return {
    figure: `a session with ${files} changed files: what an edit adds to the folding of its lines`,
    measured: micros(changing - plain),
    raw: `${micros(plain)} for a call that changes nothing, and its result`,
    ratio: changing / plain,
    verdict: 'as it is',
  };
}

function micros(ms: number): string {
  return `${(ms * 1_000).toFixed(1)} µs`;
}

/**
 * Tool calls and their results. Each path is a separate string, as if it were parsed from a
 * transcript.
 */
function linesOf(name: string): readonly TranscriptEntry[] {
  return Array.from({ length: edits }, (_, index): readonly TranscriptEntry[] => {
    const file = `/home/dev/shop/packages/core/src/components/file${(index * 7) % files}.ts`;
    const input = JSON.parse(JSON.stringify({ file_path: file })) as unknown;
    const id = `toolu_${String(index)}`;
    return [
      { kind: 'assistant', text: '', toolUses: [{ id, name, input }], stopReason: 'tool_use' },
      { kind: 'toolResults', results: [{ toolUseId: id, isError: false, rejected: false }] },
    ];
  }).flat();
}

/** Processor time in ms for folding one call and its result. */
function timeOf(lines: readonly TranscriptEntry[]): number {
  let facts = emptyTranscript('/s.jsonl');
  let at = Date.now();
  const before = process.cpuUsage();
  for (const line of lines) facts = foldLine(facts, (at += 1_000), line);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / edits;
}

async function measureReview(): Promise<Row> {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'bench-reviews-'));
  try {
    mkdirSync(path.join(folder, 'src'));
    const names = Array.from({ length: reviewedFiles }, (_, index) =>
      path.join(folder, 'src', `component${String(index)}.ts`),
    );
    for (const name of names) writeFileSync(name, `export const name = '${name}';\n`);
    const repository = new GitRepository(folder);
    repository.git('init', '-q', '-b', 'main');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'Work');
    for (const name of names) writeFileSync(name, `export const name = 'another ${name}';\n`);
    const at = Date.now();
    const changes = names.reduce(
      (before, name) => addEdit(before, name, { turn: 1, at }),
      noChanges,
    );
    const facts = {
      transcript: { ...emptyTranscript(path.join(folder, 's.jsonl')), firstAt: at, changes },
      subagentFiles: new Map(),
      hook: undefined,
    } as unknown as SessionFacts;
    const sessions = new Map(
      Array.from({ length: reviewCount * batches }, (_, index) => [
        `session-${String(index)}`,
        { title: 'Change all', folder, facts },
      ]),
    );
    const reviews = new Reviews({
      configHome: folder,
      homes: claudeHomes(path.join(folder, 'projects')),
      sessions,
      resolve: (file) => Promise.resolve(file),
    });
    const ids = [...sessions.keys()];
    const each: number[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      const before = await usedMemory();
      const some = ids.slice(batch * reviewCount, (batch + 1) * reviewCount);
      for (const id of some) await reviews.review(id, 'all');
      each.push(((await usedMemory()) - before) / reviewCount);
    }
    // Uses the reviews again, so that they are not garbage-collected before their memory is
    // measured.
    await reviews.content(ids[0] ?? '', 'all', names[0] ?? '', 'after');
    return {
      figure: `a review of ${reviewedFiles} files that was listed: memory until the next one`,
      measured: megabytes(median(each.slice(1))),
      verdict: 'as it is',
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
