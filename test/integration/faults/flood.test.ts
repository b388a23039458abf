import { hookEvent } from '../../../src/extension/hub/domain/facts/hookEvent';
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { mock } from 'node:test';
import { type HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { hookReport } from '../../../src/extension/agents/claude/hooks/hookReport';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { boardSchema, routes } from '../../../src/shared/protocol/protocol';
import { byId } from '../../support/hub/fromScratch';
import { aHook } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';

const sessions = 100;
const callsEach = 20;

/** A call of a session: turns with two tool events; the last turn stops at an arbitrary event. */
function callOf(session: number, index: number): HookPayload {
  const session_id = `5e551011-0000-4000-8000-${String(session).padStart(12, '0')}`;
  const events = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PermissionRequest', 'Stop'];
  const event = events[(index + (session % 5)) % events.length] ?? 'Stop';
  const fields = { prompt: `Task ${index}`, tool_name: 'Bash', tool_use_id: `toolu_${index}` };
  return aHook(event, { session_id, ...fields, tool_input: { command: `make ${index}` } });
}

describe('Thousands of hook calls as fast as they come', function () {
  this.timeout(240_000);

  // The clock is stopped because a hub distrusts call times older than a minute, and a busy machine
  // may take that long for all calls.
  before(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }));
  after(() => mock.timers.reset());

  it('lose nothing: the board equals one computed from scratch', async () => {
    const hub = await TestHub.start();
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const base = Date.now() - 20_000;
    const sentAt = (index: number): number => base + index * 100;
    const post = (payload: HookPayload, at: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: hub.authorization, 'x-sent-at': String(at) };
        const sent = request(
          `${hub.url}${routes.hook}`,
          { method: 'POST', agent, headers },
          (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
        );
        sent.on('error', reject).end(JSON.stringify(payload));
      });
    const statuses = new Set<number>();
    await Promise.all(
      Array.from({ length: sessions }, async (_, session) => {
        for (let index = 0; index < callsEach; index += 1)
          statuses.add(await post(callOf(session, index), sentAt(index)));
      }),
    );
    assert.deepEqual([...statuses], [204]);

    const scratch = new LiveBoard(() => ({ usd: 0, tokens: 0 }));
    for (let session = 0; session < sessions; session += 1) {
      for (let index = 0; index < callsEach; index += 1) {
        const at = sentAt(index);
        scratch.apply(hookEvent(hookReport(callOf(session, index)), { sentAt: at }, at));
      }
    }
    const board = await hub.board();
    assert.equal(board.sessions.length, sessions);
    // The board after a round trip through JSON.
    const expected = boardSchema.parse(JSON.parse(JSON.stringify(scratch.snapshot())));
    scratch.dispose();
    agent.destroy();
    await hub.dispose();
    assert.deepEqual(byId(board), byId(expected));
  });
});
