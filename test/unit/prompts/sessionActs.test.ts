import assert from 'node:assert/strict';
import { SessionActs, type SessionActsParts } from '../../../src/extension/hub/prompts/sessionActs';
import type { AgentStateGroup } from '../../../src/shared/protocol/protocol';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';
import { noLine } from '../../support/fakes/noLine';

const pid = 4711;
const rest = { pid, since: 0, broken: false };

describe('What a person does to a session’s process', () => {
  let ordered: string[];
  beforeEach(() => (ordered = []));

  const runners = (has: boolean): SessionActsParts['runners'] => ({
    has: () => has,
    sendOrder: (sessionId, order) => {
      ordered.push(`${order.act} to the runner`);
      return Promise.resolve(sessionId === 'run');
    },
  });
  const acts = (parts: Partial<SessionActsParts> = {}): SessionActs =>
    new SessionActs({
      rest: () => rest,
      windows: {
        sendOrder: (window, order) => {
          ordered.push(`${order.type} to ${window}`);
          return Promise.resolve('taken');
        },
      },
      places: { terminalOf: () => Promise.resolve({ window: 'w', terminal: 42 }) },
      line: noLine,
      runners: runners(false),
      isInForeground: () => Promise.resolve(true),
      isGuess: () => false,
      terminate: () => Promise.resolve(true),
      ...parts,
    });
  const inGroup = (group: AgentStateGroup, sessionId = 'one'): ReturnType<typeof aSession> =>
    aSession({ sessionId, pid, agentState: { group } });
  const working = inGroup('autonomous');

  it('is typed into its terminal', async () => {
    assert.equal(await acts().perform(working, 'interrupt'), 'done');
    assert.equal(await acts().perform(inGroup('needs_you'), 'end'), 'done');
    assert.equal(await acts().perform(inGroup('needs_you'), 'openPermissions'), 'done');
    const done = ['interrupt to w', 'endSession to w', 'openPermissions to w'];
    assert.deepEqual(ordered, done);
  });

  it('is nothing where Escape would do something else', async () => {
    const asking = { ...working, pendingRequest: aPendingRequest() };
    assert.equal(await acts().perform(inGroup('needs_you'), 'interrupt'), 'unreachable');
    assert.equal(await acts().perform(asking, 'interrupt'), 'unreachable');
    assert.deepEqual(ordered, []);
  });

  it('calls a wake-up off by Escape, and is nothing before a scheduled job, which would stay', async () => {
    const run = {
      id: 'a',
      dueAt: '2026-03-02T10:05:00.000Z',
      prompt: 'Look again',
      recurring: false,
    };
    const sleeping = aSession({ pid, agentState: { group: 'autonomous', state: 'sleeping' } });
    const [job, wakeup] = [
      { ...run, recurring: true },
      { ...run, wakeup: true },
    ];
    const before = (schedule: (typeof job)[]) =>
      acts().perform({ ...sleeping, schedule }, 'interrupt');
    assert.equal(await before([job]), 'unreachable');
    assert.deepEqual(ordered, []);
    assert.equal(await before([job, wakeup]), 'done');
    assert.deepEqual(ordered, ['interrupt to w']);
  });

  it('is nothing where the end would cut its work off', async () => {
    const busy = acts({ rest: () => undefined });
    assert.equal(await busy.perform(inGroup('needs_you'), 'end'), 'unreachable');
    assert.equal(await busy.perform(inGroup('needs_you'), 'openPermissions'), 'unreachable');
    assert.deepEqual(ordered, []);
  });

  it('is not typed where the session began to work while the window was asked', async () => {
    for (const act of ['end', 'openPermissions'] as const) {
      let rests = true;
      const late = acts({
        rest: () => (rests ? rest : undefined),
        windows: {
          sendOrder: async (_window, _order, _ms, commit) => {
            rests = false;
            return (await commit?.()) === false ? 'silent' : 'taken';
          },
        },
      });
      assert.equal(await late.perform(inGroup('needs_you'), act), 'unreachable');
    }
  });

  it('is nothing where keys would go to something else, or maybe to another session', async () => {
    for (const parts of [
      { isInForeground: () => Promise.resolve(false) },
      { isGuess: (one: number) => one === pid },
      { places: { terminalOf: () => Promise.resolve(undefined) } },
    ]) {
      assert.equal(await acts(parts).perform(working, 'interrupt'), 'unreachable');
    }
    const { pid: _, ...nowhere } = working;
    assert.equal(await acts().perform(nowhere, 'interrupt'), 'unreachable');
    assert.deepEqual(ordered, []);
  });

  it('is not done where the window does not take it', async () => {
    for (const answer of ['silent', 'declined'] as const) {
      const refusing = acts({ windows: { sendOrder: () => Promise.resolve(answer) } });
      assert.equal(await refusing.perform(working, 'interrupt'), 'unreachable');
    }
  });

  it('is told its runner where one runs it', async () => {
    const run = acts({ runners: runners(true) });
    assert.equal(await run.perform(inGroup('autonomous', 'run'), 'interrupt'), 'done');
    assert.equal(await run.perform(inGroup('needs_you', 'run'), 'end'), 'done');
    assert.equal(await run.perform(inGroup('needs_you', 'run'), 'openPermissions'), 'unreachable');
    assert.equal(await run.perform(inGroup('autonomous', 'run'), 'release'), 'done');
    assert.equal(await run.perform(inGroup('autonomous', 'gone'), 'release'), 'unreachable');
    assert.deepEqual(ordered, [
      'interrupt to the runner',
      'end to the runner',
      'end to the runner',
      'end to the runner',
    ]);
  });

  it('ends its process where that is known', async () => {
    assert.equal(await acts().perform(working, 'terminate'), 'done');
    const unknown = acts({ terminate: () => Promise.resolve(false) });
    assert.equal(await unknown.perform(working, 'terminate'), 'unreachable');
  });
});
