import assert from 'node:assert/strict';
import { machineActs, machineRow } from '../../../../src/extension/views/machines/machineRows';
import { failureText, stepsText } from '../../../../src/extension/views/machines/testSteps';
import {
  updateReportedFaults,
  unknownFaults,
} from '../../../../src/extension/views/machines/reportedFaults';
import { machineFaults } from '../../../../src/shared/protocol/machines/machineNews';
import { aSession } from '../../../support/sessionBuilder';
import { aMachineCard } from '../../../support/machines/machineCard';

const line = { ssh: 'gpu-box' };
const now = Date.parse('2026-01-01T12:00:00Z');

describe('A machine in the list', () => {
  it('is an account with its folder, without version and platform', () => {
    const account = '/home/dev/.claude-work';
    const card = aMachineCard({ name: 'work', account, release: '1.4.0', platform: 'linux' });
    const row = machineRow(card, { account }, { now, sessions: [] });
    assert.deepEqual([row.codicon, row.label], ['account', 'work']);
    assert.match(row.description, /account · \/home\/dev\/\.claude-work$/u);
    assert.doesNotMatch(row.description, /linux|1\.4\.0/u);
    const failed = { ...card, status: 'failed', fault: 'version' } as const;
    assert.deepEqual(machineActs(failed, { account }), ['retry']);
  });

  it('tells its version, sessions and cost while it is there', () => {
    const card = aMachineCard({
      release: '1.4.0',
      platform: 'linux',
      accepted: true,
      sessionCount: 3,
      needsYouCount: 2,
      costTodayUsd: 1.2,
      machineId: 'm0123456789abcdef',
    });
    const on = (id: string, state: string) =>
      aSession({ agentState: { group: 'needs_you', state }, machine: { id, name: 'gpu-box' } });
    const sessions = [
      on('m0123456789abcdef', 'needs_permission'),
      on('m0123456789abcdef', 'idle'),
      on('mfedcba9876543210', 'error'),
    ];
    const row = machineRow(card, line, { now, sessions });
    assert.equal(
      row.description,
      'connected · 3 sessions · 1 Needs You · 1 ready · $1.20 today · 1.4.0 · linux',
    );
    assert.equal(row.detail, '');
    assert.deepEqual(row.acts, ['remove']);
  });

  it('asks to be accepted where it takes no answers', () => {
    const row = machineRow(aMachineCard({ accepted: false }), line, { now, sessions: [] });
    assert.match(row.detail, /takes no answers from this editor yet\. Open a window there/u);
    assert.deepEqual(row.acts, ['ask', 'remove']);
  });

  it('says why it is away, what to do and when it was last seen', () => {
    const card = aMachineCard({
      status: 'failed',
      fault: 'auth',
      seenAt: '2026-01-01T11:58:00Z',
      sessionCount: 1,
    });
    const row = machineRow(card, line, { now, sessions: [] });
    assert.equal(row.description, 'Needs You · 1 session · last seen 2m ago');
    assert.match(row.detail, /SSH keys.+“ssh gpu-box”/u);
    assert.deepEqual(row.acts, ['terminal', 'retry', 'remove']);
  });

  it('offers for each fault what helps, and nothing by a line that this window doesn’t have', () => {
    for (const fault of machineFaults) {
      const [best] = machineActs({ status: 'failed', fault }, line);
      const expected =
        fault === 'auth' || fault === 'hostKey'
          ? 'terminal'
          : fault === 'missing' || fault === 'version'
            ? 'copy'
            : 'retry';
      assert.equal(best, expected, fault);
      assert.deepEqual(machineActs({ status: 'failed', fault }, undefined), ['retry']);
    }
    assert.deepEqual(machineActs({ status: 'failed', fault: 'auth' }, { command: ['docker'] }), [
      'retry',
    ]);
  });

  it('shows what its name hides', () => {
    assert.equal(
      machineRow(aMachineCard({ name: 'a\nb\u202Ec' }), line, { now, sessions: [] }).label,
      'a b⟨U+202E⟩c',
    );
  });
});

describe('A test of a machine, told to a person', () => {
  it('marks the steps that are behind', () => {
    assert.equal(stepsText(undefined), 'Reaching the host → Node.js → Mission Control → The board');
    assert.equal(
      stepsText('program'),
      '✓ Reaching the host → ✓ Node.js → ✓ Mission Control → The board',
    );
  });

  it('says at which step it ended, why, what to do and the last words', () => {
    const failed = { step: 'node', fault: 'node', detail: 'Linux x86_64' } as const;
    assert.equal(
      failureText(line, failed),
      [
        '✓ Reaching the host',
        '✗ Node.js: It has no Node.js 20 or newer.',
        '– Mission Control',
        '– The board',
        '',
        'Install Node.js there, then try again.',
        '',
        'Linux x86_64',
      ].join('\n'),
    );
    assert.match(failureText(line, { step: 'host', fault: 'new one' }), /^✗ Reaching the host: /u);
  });
});

describe('A fault that only a person mends', () => {
  const failed = aMachineCard({ key: 'a', status: 'failed', fault: 'auth' });

  it('is told once, and again when it is another or came back', () => {
    assert.deepEqual(unknownFaults({}, [failed]), [failed]);
    const remembered = updateReportedFaults({}, [failed]);
    assert.deepEqual(remembered, { a: 'auth' });
    assert.deepEqual(unknownFaults(remembered, [failed]), []);
    assert.equal(unknownFaults(remembered, [{ ...failed, fault: 'node' }]).length, 1);
    const { fault: _none, ...again } = { ...failed, status: 'connected' as const };
    assert.deepEqual(updateReportedFaults(remembered, [again]), {});
  });

  it('is still told while the machine is tried again, and forgotten with it', () => {
    const trying = aMachineCard({ key: 'a', status: 'away', fault: 'unreachable' });
    assert.deepEqual(updateReportedFaults({ a: 'auth' }, [trying]), { a: 'auth' });
    assert.deepEqual(unknownFaults({}, [trying]), []);
    assert.deepEqual(updateReportedFaults({ a: 'auth' }, []), {});
  });
});
