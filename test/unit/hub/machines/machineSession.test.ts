import assert from 'node:assert/strict';
import { machineSession } from '../../../../src/extension/hub/machines/machineSession';
import { aSession } from '../../../support/sessionBuilder';

const minute = 60_000;

describe('A session of a machine with a clock of its own', () => {
  it('keeps the time of its next run, by the clock of the desk', () => {
    const skewMs = 3 * minute;
    const dueAt = new Date(Date.now() + 7 * 24 * 60 * minute);
    const session = aSession({
      schedule: [{ id: 'a', dueAt: dueAt.toISOString(), prompt: 'Look again', recurring: false }],
    });
    const machine = { id: 'gpu-box', name: 'gpu-box' };
    const [run] = machineSession(session, machine, skewMs).schedule ?? [];
    assert.equal(Date.parse(run?.dueAt ?? ''), dueAt.getTime() - skewMs);
  });
});
