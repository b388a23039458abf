import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';

const sessionId = '5e551011-0000-4000-8000-000000000001';
const jobId = '0a8a10c7';
const prompt = 'check the build';

describe('A hub that watches scheduled runs', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub | undefined;
  let transcript: TranscriptFile;

  beforeEach(async () => {
    home = await tempHome();
    const file = path.join(home, 'projects', '-home-dev-shop', `${sessionId}.jsonl`);
    transcript = new TranscriptFile(sessionId, file, Date.now() - 60_000, '2.1.332');
    const response = {
      id: jobId,
      recurring: true,
      durable: false,
      nextFireAt: Date.now() - 30_000,
    };
    await transcript.write(
      transcript.prompt('Check the build every minute'),
      transcript.call('CronCreate', { cron: '* * * * *', prompt, recurring: true }, 'toolu_1'),
      transcript.result('toolu_1', 'Scheduled', { toolUseResult: response }),
      transcript.answer('It is scheduled.', 'msg_2'),
      transcript.turnEnded(),
    );
  });
  afterEach(async () => {
    await hub?.close();
    await removeHome(home);
  });

  /** Writes the client's registry file, with the process of this test as the client. */
  async function openClient(): Promise<void> {
    const at = Date.now() - 90_000;
    await mkdir(path.join(home, 'sessions'), { recursive: true });
    await writeFile(
      path.join(home, 'sessions', `${process.pid}.json`),
      JSON.stringify({
        pid: process.pid,
        sessionId,
        cwd: '/home/dev/shop',
        startedAt: at,
        version: '2.1.332',
        kind: 'interactive',
        entrypoint: 'cli',
        status: 'idle',
        statusUpdatedAt: Date.now() - 50_000,
      }),
    );
  }

  it('shows a run that did not come, until the transcript has its start', async () => {
    await openClient();
    hub = await TestHub.start(home, { missedAfterMs: 200 });
    await hub.waitFor(sessionId, ({ missed }) => {
      assert.deepEqual(
        missed?.map(({ id, prompt: text, why }) => [id, text, why]),
        [[jobId, prompt, undefined]],
      );
    });
    await transcript.write({
      type: 'system',
      subtype: 'scheduled_task_fire',
      content: 'Running scheduled task',
      taskId: jobId,
      prompt,
      timestamp: new Date().toISOString(),
      sessionId,
    });
    await hub.waitFor(sessionId, ({ missed }) => assert.equal(missed, undefined));
  });

  it('says that Claude Code is closed, also after a restart of the hub', async () => {
    for (let start = 0; start < 2; start += 1) {
      hub = await TestHub.start(home, { missedAfterMs: 200 });
      await hub.waitFor(sessionId, ({ missed }) => assert.equal(missed?.[0]?.why, 'closed'));
      await hub.close();
    }
    hub = undefined;
  });
});
