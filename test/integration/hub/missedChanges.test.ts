import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import * as path from 'node:path';
import { mock } from 'node:test';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';

/** A file watcher that reports nothing, like one whose queue has overflowed. */
class DeafWatcher extends EventEmitter {
  close(): void {
    this.removeAllListeners();
  }
}

describe('A hub whose file watchers miss every change', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub;
  let transcript: TranscriptFile;
  let watched = 0;

  before(async () => {
    mock.method(fs, 'watch', () => {
      watched += 1;
      return new DeafWatcher();
    });
    home = await tempHome();
    fs.mkdirSync(path.join(home, 'sessions'), { recursive: true });
    transcript = TranscriptFile.of(home, 'session-1');
    await transcript.write(transcript.prompt('Add a cart'), transcript.answer('Done.'));
    hub = await TestHub.start(home);
    await hub.running.complete;
    assert.ok(watched >= 2, 'The hub watches in another way: nothing was missed');
  });
  after(async () => {
    mock.restoreAll();
    await hub?.close();
    await removeHome(home);
  });

  const registers = (status: string): void => {
    const now = Date.now();
    const entry = {
      pid: process.pid,
      sessionId: 'session-1',
      cwd: '/home/dev/shop',
      startedAt: now - 1_000,
      status,
      statusUpdatedAt: now,
    };
    const file = path.join(home, 'sessions', `${process.pid}.json`);
    fs.writeFileSync(file, JSON.stringify(entry));
  };
  const shows = (state: string, ...more: readonly (string | undefined)[]): Promise<unknown> =>
    hub.waitFor('session-1', ({ agentState, lastPrompt }) =>
      assert.deepEqual([agentState.state, lastPrompt], [state, ...more]),
    );

  it('sees a client that begins to work', async () => {
    registers('busy');
    await shows('thinking', 'Add a cart');
  });

  it('sees what a living session writes', async () => {
    await transcript.write(transcript.prompt('And a till'), transcript.call('Bash', {}, 'toolu_1'));
    await shows('acting', 'And a till');
  });

  it('sees the client at rest', async () => {
    await transcript.write(transcript.result('toolu_1'), transcript.answer('Done.', 'msg_2'));
    registers('idle');
    await shows('idle', 'And a till');
  });

  it('sees a client that takes its file away', async () => {
    fs.rmSync(path.join(home, 'sessions', `${process.pid}.json`));
    await shows('session_ended', 'And a till');
  });
});
