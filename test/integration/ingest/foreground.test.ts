import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { isInForeground, parsePsState } from '../../../src/extension/hub/ingest/foreground';
import { Terminal } from '../../support/realClient/terminal';
import { needs } from '../../support/skip';
import { until } from '../../support/until';

describe('The input of a terminal', () => {
  const isInFront = (pid: number, expected: boolean): Promise<unknown> =>
    until(
      () => isInForeground(pid),
      (now) => assert.equal(now, expected),
    );

  it('goes to the foreground program, not to a background or suspended one', async function () {
    needs(this, 'signals');
    const terminal = new Terminal({
      command: '/bin/sh',
      args: ['-c', 'set -m; sleep 61 & echo "behind $!"; sleep 62'],
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '' },
    });
    try {
      const screen = await terminal.waitUntil(
        () => /behind \d+/.test(terminal.screen()),
        'a job behind',
      );
      await isInFront(Number(/behind (\d+)/.exec(screen)?.[1]), false);
      await isInFront(terminal.pid, false); // The shell waits behind its job.
    } finally {
      await terminal.kill('SIGKILL');
    }
  });

  it('reaches a program without a terminal until it is stopped or has ended', async function () {
    needs(this, 'signals');
    const child = spawn('sleep', ['60'], { detached: true });
    const pid = child.pid ?? 0;
    await isInFront(pid, true);
    child.kill('SIGSTOP');
    await isInFront(pid, false);
    child.kill('SIGCONT');
    await isInFront(pid, true);
    child.kill('SIGKILL');
    await isInFront(pid, false);
  });

  it('is determined with ps on other systems', () => {
    const seen = ['S+   ttys003', 'S    ttys003', 'T+   ttys003', 'Ss   ??', ''].map(parsePsState);
    assert.deepEqual(seen, [true, false, false, true, false]);
  });
});
