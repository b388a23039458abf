import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import assert from 'node:assert/strict';
import { ReviewScene } from '../../../support/review/reviewScene';
import { until } from '../../../support/until';
import { verdict, type Measurement, type Row } from '../../measurement';
import { duration, median } from '../../statistics';

const fileCount = 300;
const linesPerFile = 200;
const budgetMs = 1_000;
const rounds = 9;
/** Bytes of unrelated lines in the transcript, as after a long day of work. */
const otherBytes = 40 * 1024 * 1024;

/** Measures how long the hub takes to create the review of many changed files. */
export const reviews: Measurement = {
  name: 'reviews',
  async measure() {
    return [
      await measured('with git alone', { git: true, history: false }),
      await measured('with the client’s copies', { git: true, history: true }),
      await measured('outside of git, with the client’s copies', { git: false, history: true }),
    ];
  },
};

async function measured(
  where: string,
  { git, history }: { readonly git: boolean; readonly history: boolean },
): Promise<Row> {
  const scene = await ReviewScene.open({ git });
  try {
    mkdirSync(scene.file('src'));
    const names = Array.from({ length: fileCount }, (_, index) => `src/file${String(index)}.ts`);
    for (const name of names) writeFileSync(scene.file(name), textOf(name));
    if (git) scene.commit();
    const session = scene.session({ history });
    await session.prompt('Change them all');
    for (const [index, name] of names.entries()) {
      await session.edit(name, 'line 100', 'another line');
      if (index % 30 === 0) await appendFile(session.transcript, otherLines(otherBytes / 10));
    }
    await until(
      () => scene.hub.session(session.sessionId),
      (card) => assert.equal(card?.changes?.edits, fileCount),
      120_000,
    );
    const reading: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = performance.now();
      for (const name of names) readFileSync(scene.file(name));
      reading.push(performance.now() - before);
    }
    const [all, turn] = [await times(scene, session, 'all'), await times(scene, session, 'turn')];
    return {
      figure: `review of ${fileCount} changed files ${where}`,
      measured: `p50 ${duration(median(all))}, first ${duration(all[0] ?? Number.NaN)}`,
      budget: `< ${duration(budgetMs)}`,
      raw: `${duration(median(reading))} to read the files`,
      ratio: median(all) / median(reading),
      verdict: verdict(Math.max(...all) < budgetMs),
      notes: [
        `a transcript of ${Math.round(otherBytes / 1e6)} MB; of its last turn alone p50 ${duration(median(turn))}`,
      ],
    };
  } finally {
    await scene.close();
  }
}

async function times(
  scene: ReviewScene,
  { sessionId }: { readonly sessionId: string },
  scope: string,
): Promise<readonly number[]> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    const answer = await scene.ask(sessionId, scope);
    durations.push(performance.now() - before);
    const { files } = JSON.parse(answer.text) as { readonly files: readonly unknown[] };
    assert.equal(files.length, fileCount);
  }
  return durations;
}

function textOf(name: string): string {
  const lines = Array.from({ length: linesPerFile }, (_, index) => `  line ${index} of ${name};`);
  return `${lines.join('\n')}\n`;
}

/** Lines without file changes, each as long as a large tool result. */
function otherLines(bytes: number): string {
  const line = `${JSON.stringify({ type: 'attachment', text: 'x'.repeat(20_000) })}\n`;
  return line.repeat(Math.ceil(bytes / line.length));
}
