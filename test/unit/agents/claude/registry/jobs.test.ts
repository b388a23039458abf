import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DomainEvent } from '../../../../../src/extension/hub/domain/facts/event';
import { Jobs, parseJob } from '../../../../../src/extension/agents/claude/registry/jobs';
import { start, Story } from '../../../../support/hub/story';
import { until } from '../../../../support/until';

const minute = 60_000;
const state = (fields: object): string => JSON.stringify({ state: 'working', ...fields });

describe('The file of a job in the background', () => {
  it('tells its name, what it does and when it goes on by itself', () => {
    const text = state({
      name: 'Deploy',
      detail: 'Loop sleeps.',
      tempo: 'idle',
      needs: 'answer: Which one?',
      inFlight: { wake: { at: start, reason: 'later', fires: 1 } },
    });
    assert.deepEqual(parseJob(text, 'a1'), {
      id: 'a1',
      name: 'Deploy',
      detail: 'Loop sleeps.',
      needs: undefined,
      wake: { at: start, reason: 'later' },
    });
  });

  it('tells what it needs only while it waits for that', () => {
    const text = state({ tempo: 'blocked', needs: 'answer: Which one?' });
    assert.equal(parseJob(text, 'a1')?.needs, 'answer: Which one?');
  });

  it('is none where it is half written, and keeps no value of a wrong type', () => {
    assert.equal(parseJob('{"state":', 'a1'), undefined);
    const odd = parseJob(state({ name: 7, inFlight: { wake: { at: 'soon' } } }), 'a1');
    assert.deepEqual([odd?.name, odd?.wake], [undefined, undefined]);
  });

  it('makes a session sleep until its wake-up', () => {
    const story = new Story().registry('idle', { kind: 'bg', jobId: 'a1' }).hook('SessionStart');
    const wake = { at: start + minute, reason: 'later' };
    const job = { id: 'a1', name: 'Deploy', detail: undefined, needs: undefined, wake };
    const { sessionId } = story.facts;
    story.apply({ type: 'job', sessionId, at: start, job });
    assert.equal(story.state.state, 'sleeping');
    assert.deepEqual(
      story.card.schedule?.map(({ dueAt, prompt }) => [Date.parse(dueAt), prompt]),
      [[start + minute, 'later']],
    );
    assert.deepEqual(story.card.background, { jobId: 'a1', name: 'Deploy' });
  });
});

describe('The jobs in the background', () => {
  let folder: string;
  let jobs: Jobs;
  let emitted: DomainEvent[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'jobs-'));
    emitted = [];
    jobs = new Jobs(folder, (event) => emitted.push(event));
  });
  afterEach(() => {
    jobs.dispose();
    rmSync(folder, { recursive: true });
  });

  const seen = (jobId: string): void =>
    jobs.applyEvent({
      type: 'processSeen',
      sessionId: 's',
      at: start,
      process: { pid: 1, statusAt: start, startedAt: start, kind: 'bg', jobId },
    });
  const write = (id: string, text: string): void => {
    mkdirSync(path.join(folder, id), { recursive: true });
    writeFileSync(path.join(folder, id, 'state.json'), text);
  };

  it('are read when their process is seen, and again when they change', async () => {
    write('a1', state({ name: 'One' }));
    seen('a1');
    await until(
      () => emitted.length,
      (count) => assert.equal(count, 1),
    );
    write('a1', state({ name: 'Two', detail: 'More' }));
    await until(
      () => emitted.length,
      (count) => assert.equal(count, 2),
    );
    assert.deepEqual(
      emitted.map((event) => event.type === 'job' && event.job.name),
      ['One', 'Two'],
    );
  });

  it('are read from no other folder, and not where they are too large', async () => {
    write('large', state({ name: 'x'.repeat(70_000) }));
    write('a1', state({ name: 'One' }));
    seen('large');
    seen('../a1');
    seen('a1');
    await until(
      () => emitted.length,
      (count) => assert.equal(count, 1),
    );
    assert.deepEqual(
      emitted.map((event) => event.type === 'job' && event.job.id),
      ['a1'],
    );
  });
});
