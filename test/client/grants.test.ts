import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { LiveSession } from '../../src/shared/protocol/protocol';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { bash, say, tool } from '../support/claude/reply';
import { script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { installHooks, WatchedHub } from '../support/watchedHub';

describe('A grant for a session of the real client', function () {
  this.timeout(120_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let hub: WatchedHub;
  let session: ClientSession;

  before('install and start the client', async () => {
    const client = { path: await installClient(), version: pinnedVersion };
    api = await ScriptedApi.start();
    home = await IsolatedHome.create();
    await installHooks(home.configHome, client);
    hub = await WatchedHub.start(home.configHome, { controlTimes: { undoMs: 100 } });
    session = await startClient({ api, home });
    await hub.waitFor('the session', () => true);
    await hub.offerControl();
  });

  after(async () => {
    await session?.dispose();
    await hub?.stop();
    await home?.dispose();
    await api?.close();
  });

  const id = (): string => session.sessionId ?? '';
  const asking = (text: string): Promise<LiveSession> =>
    hub.waitFor(
      `a request with ${text}`,
      ({ pendingRequest }) =>
        pendingRequest?.call?.answerable === true &&
        JSON.stringify(pendingRequest.toolInput).includes(text),
    );
  const whats = async (): Promise<readonly string[]> =>
    (await hub.grantUses(id())).map(({ what }) => what).toReversed();

  it('allows the commands that it names and asks for the others', async () => {
    const commands = [
      'touch made one',
      'touch made two',
      'touch made three && touch made four',
      'touch made five > made/log',
      'touch other',
    ];
    api.add(script('grant', [...commands.map((command) => bash(command)), say('Made.')]));
    await session.turn('[[grant]] go');
    await hub.giveGrant(await asking('touch made one'), (rules) =>
      rules.find((rule) => rule.kind === 'beginning' && rule.words.length === 2),
    );
    await asking('touch made five');
    for (const file of ['made', 'one', 'two', 'three', 'four']) assert.ok(home.hasFile(file), file);
    assert.ok(!home.hasFile('five'));
    assert.deepEqual(await whats(), commands.slice(0, 3));
    const [card] = hub.board.get(id())?.grants ?? [];
    assert.deepEqual([card?.words, card?.used], ['touch made …', 3]);
    await hub.decide(id(), { kind: 'deny' });
    await asking('touch other');
    await hub.decide(id(), { kind: 'allow' });
    await session.waitFor('prompt');
    assert.ok(home.hasFile('other') && !home.hasFile('five'));
  });

  it('goes on after a restart of the hub, and of nothing else', async () => {
    await hub.stop();
    hub = await WatchedHub.start(home.configHome);
    await hub.waitFor('the session', ({ pid }) => pid !== undefined);
    await hub.offerControl();
    api.add(script('again', [bash('touch made again'), say('Made.')]));
    await session.turn('[[again]] go');
    await session.waitFor('prompt');
    assert.ok(home.hasFile('again'));
    assert.deepEqual((await whats()).slice(3), ['touch made again']);
    assert.equal(hub.board.get(id())?.grants?.[0]?.used, 4);
  });

  it('asks again once all grants were ended', async () => {
    await hub.endGrants();
    api.add(script('ended', [bash('touch made six'), say('Made.')]));
    await session.turn('[[ended]] go');
    await asking('touch made six');
    assert.ok(!home.hasFile('six'));
    assert.equal((await whats()).length, 4);
    await hub.decide(id(), { kind: 'allow' });
    await session.waitFor('prompt');
  });

  it('allows one tool in one folder, and asks beside it', async () => {
    const notes = path.join(home.project, 'notes');
    await mkdir(notes);
    const files = ['notes/a.md', 'notes/deep/b.md', 'c.md'];
    const calls = files.map((file) =>
      tool('Write', { file_path: path.join(home.project, file), content: 'Text.' }),
    );
    api.add(script('files', [...calls, say('Made.')]));
    await session.turn('[[files]] go');
    await hub.giveGrant(await asking('a.md'), (rules) =>
      rules.find((rule) => rule.kind === 'folder' && rule.folder === notes),
    );
    await asking('c.md');
    assert.deepEqual(
      files.map((file) => home.hasFile(file)),
      [true, true, false],
    );
    assert.deepEqual(
      (await whats()).slice(4),
      files.slice(0, 2).map((file) => path.join(home.project, file)),
    );
    await hub.decide(id(), { kind: 'deny' });
    await session.waitFor('prompt');
  });
});
