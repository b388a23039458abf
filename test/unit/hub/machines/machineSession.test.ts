import assert from 'node:assert/strict';
import { convertSession } from '../../../../src/extension/hub/machines/machineSession';
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
    const [run] = convertSession(session, machine, skewMs).schedule ?? [];
    assert.equal(Date.parse(run?.dueAt ?? ''), dueAt.getTime() - skewMs);
  });

  it('names the queues of its follow-ups by address, and leaves their conditions as signed', () => {
    const when = { kind: 'finished', of: 'there' };
    const followUp = { sessionId: 'queue', id: 'a', text: 'Review it', when };
    const session = aSession({
      followUps: [followUp],
      prompting: {
        prompts: [
          { id: 'b', text: 'x', whole: true, state: 'queued', at: new Date(0).toISOString(), when },
        ],
      },
    });
    const machine = { id: 'm0123456789abcdef', name: 'gpu-box' };
    const { followUps, prompting } = convertSession(session, machine, 0);
    assert.deepEqual(followUps, [{ ...followUp, sessionId: 'm0123456789abcdef/queue' }]);
    assert.deepEqual(prompting?.prompts[0]?.when, when);
  });
});
