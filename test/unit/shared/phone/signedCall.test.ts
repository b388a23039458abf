import assert from 'node:assert/strict';
import type { MachineCard } from '../../../../src/shared/protocol/machines/machineNews';
import { signedCallOf } from '../../../../src/shared/phone/signedCall';

const machineId = 'm0123456789abcdef';
const gpu: MachineCard = {
  key: 'gpu',
  name: 'gpu',
  status: 'connected',
  machineId,
  there: { hub: 'hub there', window: 'desk there', line: 'line there', aheadMs: 3_600_000 },
  needsYouCount: 0,
  sessionCount: 1,
  costTodayUsd: 0,
  tokensToday: 0,
};
const interrupt = (sessionId: string) =>
  ({ name: 'act', request: { sessionId, act: 'interrupt' } }) as const;

describe('The call that a phone signs', () => {
  it('names the hub that serves the phone', () => {
    assert.deepEqual(signedCallOf(interrupt('one'), 'phone-x', [gpu]), {
      act: 'act',
      session: 'one',
      aheadMs: 0,
      body: { window: 'phone-x', act: 'interrupt' },
    });
  });

  it('names the hub of the session’s machine, with the desk as author and that machine’s clock', () => {
    assert.deepEqual(signedCallOf(interrupt(`${machineId}/one`), 'phone-x', [gpu]), {
      act: 'act',
      session: `${machineId}/one`,
      hub: 'hub there',
      line: 'line there',
      aheadMs: 3_600_000,
      body: { window: 'desk there', act: 'interrupt' },
    });
  });

  it('names no hub while that machine is unreachable', () => {
    const { there: _there, ...away } = gpu;
    const call = signedCallOf(interrupt(`${machineId}/one`), 'phone-x', [away]);
    assert.equal(call?.session, `${machineId}/one`);
    assert.equal(call.hub, undefined);
  });

  it('does not exist for a call that needs no signature', () => {
    assert.equal(
      signedCallOf({ name: 'details', request: { sessionId: 'one' } }, 'phone-x', [gpu]),
      undefined,
    );
  });
});
