import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { bash, say } from '../support/claude/reply';
import { script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { hubConditions, type HubCondition } from '../support/hub/hubConditions';
import { installHooks } from '../support/watchedHub';

describe('The real client with hooks', function () {
  this.timeout(120_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let session: ClientSession;
  let endHub: (() => Promise<void>) | undefined;

  before(async () => {
    api = await ScriptedApi.start(
      script('ask', [bash('touch made'), bash('true'), say('Both are done.')]),
    );
  });
  after(() => api.close());
  beforeEach(async () => {
    home = await IsolatedHome.create({ settings: { permissions: { allow: ['Bash(true)'] } } });
    await installHooks(home.configHome, { path: await installClient(), version: pinnedVersion });
  });
  afterEach(async () => {
    await session?.dispose();
    await endHub?.();
    await home.dispose();
  });

  for (const condition of Object.keys(hubConditions) as HubCondition[]) {
    it(`asks, works and leaves without a word of them, the hub ${condition}`, async () => {
      endHub = await hubConditions[condition](home.configHome);
      session = await startClient({ api, home });
      assert.equal(await session.turn('[[ask]] me'), 'permission');
      await session.answerYes();
      await session.waitFor('prompt');
      assert.ok(fs.existsSync(path.join(home.project, 'made')));
      assert.match(session.terminal.screen(), /Both are done\./);
      assert.doesNotMatch(session.terminal.screen(), /hook/i);
      const { exitCode } = await session.exit();
      assert.equal(exitCode, 0);
      assert.doesNotMatch(session.terminal.screen(), /hook/i);
    });
  }
});
