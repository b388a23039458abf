import assert from 'node:assert/strict';
import { say, tool, type Reply } from '../../support/claude/reply';
import type { RecordedRequest } from '../../support/claude/scriptedApi';
import { armedRuns } from '../../truth/armedRuns';
import { terminalTruth } from '../../truth/terminalTruth';

const job = tool('CronCreate', { cron: '* * * * *', prompt: '[[tick]] look' });
const wakeup = tool('ScheduleWakeup', { delaySeconds: 60, prompt: '/loop [[watch]] it' });

/** A request at a position of a script, and its answer. */
function asked(at: number, marker: string, step: number, answer: Reply): RecordedRequest {
  const body = { model: 'scripted', messages: [] };
  const turn = { kind: 'turn', body, position: { marker, step }, planFile: undefined } as const;
  return { at, method: 'POST', path: '/v1/messages', headers: {}, turn, answer, endedAt: at };
}

const armed = (requests: readonly RecordedRequest[], calledOff: readonly number[] = []) =>
  armedRuns(requests, new Set(['make', 'watch', 'stop']), calledOff);

describe('What a client begins by itself, by the script', () => {
  it('is a job until it is deleted, and its prompts are no person’s', () => {
    const { markers, changes } = armed([
      asked(1_000, 'make', 0, job),
      asked(2_000, 'tick', 0, say('Looked.')),
      asked(3_000, 'stop', 0, tool('CronDelete', { id: 'one' })),
    ]);
    assert.deepEqual([...markers], ['tick']);
    assert.deepEqual(changes, [
      { at: 1_000, armed: true },
      { at: 3_000, armed: false },
    ]);
  });

  it('is a wake-up until its turn begins, which may set the next one', () => {
    const { changes } = armed([
      asked(1_000, 'watch', 0, wakeup),
      asked(1_100, 'watch', 1, say('Not yet.')),
      asked(2_000, 'watch', 0, wakeup),
      asked(3_000, 'watch', 0, say('Done.')),
    ]);
    assert.deepEqual(changes, [
      { at: 1_000, armed: true },
      { at: 3_000, armed: false },
    ]);
  });

  it('is no wake-up that Escape called off, but a job all the same', () => {
    const wakes = armed([asked(1_000, 'watch', 0, wakeup)], [5_000]);
    assert.deepEqual(wakes.changes.at(-1), { at: 5_000, armed: false });
    const works = armed([asked(1_000, 'make', 0, job)], [5_000]);
    assert.deepEqual(works.changes, [{ at: 1_000, armed: true }]);
  });

  it('is nothing of an agent whose prompt is unknown', () => {
    assert.deepEqual(armed([asked(1_000, 'child', 0, job)]).changes, []);
  });

  it('makes an empty prompt box a sleep, as long as it is ahead', () => {
    const log = terminalTruth({
      screens: [
        { at: 0, state: 'prompt' },
        { at: 1_000, state: 'working' },
        { at: 2_000, state: 'prompt' },
      ],
      sessions: [{ at: 0, sessionId: 's' }],
      work: [],
      armings: [
        { at: 1_500, armed: true },
        { at: 5_000, armed: false },
      ],
      declared: [],
    });
    const states = log
      .get('s')
      ?.map(({ at, truth }) => [at, 'states' in truth && truth.states?.[0]]);
    assert.deepEqual(states, [
      [0, 'idle'],
      [1_000, 'thinking'],
      [2_000, 'sleeping'],
      [5_000, 'idle'],
    ]);
  });
});
