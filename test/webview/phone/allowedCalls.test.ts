import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { aHook, sessionId } from '../../support/hub/hooks';
import { TranscriptFile, type Line } from '../../support/hub/transcriptFile';
import { eventually } from '../../support/page/eventually';
import { handsetSuite } from '../../support/phone/handsetSuite';

describe('A call that a phone’s grant allowed, by a hub', function () {
  this.timeout(120_000);
  const suite = handsetSuite('own');
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mc-allowed-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('says so in the phone’s transcript, alone and in a run', async () => {
    const { hub } = suite.desk;
    const transcript = TranscriptFile.of(hub.home, sessionId);
    const write = (...lines: readonly Line[]) =>
      transcript.write(...lines.map((one) => ({ ...one, timestamp: new Date().toISOString() })));
    const hook = (event: string, fields: object = {}) =>
      aHook(event, { cwd: folder, transcript_path: transcript.file, ...fields });
    /** Asks for a file as a client does; resolves once the hub answers. */
    const ask = async (name: string, toolUseId: string) => {
      const input = { file_path: path.join(folder, name) };
      await write(transcript.call('Read', input, toolUseId));
      return hub.wait(hook('PermissionRequest', { tool_name: 'Read', tool_input: input }));
    };
    await write(transcript.prompt('Look around'));
    await hub.hook(hook('UserPromptSubmit', { prompt: 'Look around' }));
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    const { page } = phone;
    const show = (hash: string) =>
      page.evaluate((wanted) => {
        location.hash = wanted;
      }, hash);

    const first = ask('a.ts', 'toolu_1');
    await show(`#session=${sessionId}`);
    await page.getByRole('button', { name: 'Allow for a While…' }).tap();
    // The page ignores a tap on a request that was not shown for long enough.
    await eventually(async () => {
      const give = page.getByRole('button', { name: 'Allow for 15 Minutes' });
      if ((await give.count()) > 0) await give.tap();
      assert.equal(await give.count(), 0);
    });
    assert.match((await first).text, /"behavior":"allow"/u);
    await hub.hook(hook('PostToolBatch', { tool_calls: [] }));
    await show(`#transcript=${sessionId}`);
    const feed = page.getByRole('feed', { name: 'Transcript' });
    await feed.getByText(/Allowed by Android, Chrome, for a while \(Read /u).waitFor();

    await write(transcript.result('toolu_1'));
    assert.match((await ask('b.ts', 'toolu_2')).text, /"behavior":"allow"/u);
    await write(transcript.result('toolu_2'));
    const run = feed.getByRole('article', { name: 'Read 2 files' });
    await run.getByText(/Allowed by Android, Chrome, for a while \(Read /u).waitFor();
  });
});
