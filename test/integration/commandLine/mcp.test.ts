import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { streamHeader } from '../../../src/extension/util/noForwardHeader';
import { mcpSettingSchema } from '../../../src/shared/protocol/settings/mcp';
import { routes } from '../../../src/shared/protocol/protocol';
import { McpClient } from '../../support/commandLine/mcpClient';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestWindow } from '../../support/hub/testWindow';
import { ReviewScene } from '../../support/review/reviewScene';
import type { SceneSession } from '../../support/review/sceneSession';
import { until } from '../../support/until';

const secret = 'a secret word';
const names = ['list_sessions', 'what_waits', 'what_was_delivered', 'who_changed_file'];

describe('mission-control mcp', function () {
  this.timeout(120_000);
  let scene: ReviewScene;
  let session: SceneSession;
  let client: McpClient | undefined;

  beforeEach(async () => {
    scene = await ReviewScene.open();
    scene.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    session = scene.session();
    await session.prompt(`Do ${secret}`);
  });
  afterEach(async () => {
    client?.process.kill();
    client = undefined;
    await scene.close();
  });

  const start = async (): Promise<McpClient> => (client = await McpClient.start(scene.home));
  const ask = async (name: string, args: object = {}) =>
    (client ?? (await start())).call(name, args);
  const showTexts = (texts: boolean) => scene.hub.post(routes.mcp, { texts });

  it('has four tools, which read only', async () => {
    const { result } = await (await start()).request('tools/list');
    const { tools } = result as {
      readonly tools: readonly {
        readonly name: string;
        readonly annotations: { readonly readOnlyHint: boolean };
      }[];
    };
    assert.deepEqual(tools.map(({ name }) => name).sort(), names);
    assert.ok(tools.every(({ annotations }) => annotations.readOnlyHint));
    assert.equal(await client?.end(), 0);
    assert.equal(client?.process.stderr, '');
  });

  it('says who changed a file, and when, by any path that leads to it', async () => {
    const other = scene.session();
    await other.prompt('Other');
    await session.save('a.txt', 'two\n');
    const first = new Date(scene.now).toISOString();
    await other.bash('echo three > a.txt', () => scene.repository.write('a.txt', 'three\n'));
    await session.save('b.txt', 'two\n');
    await session.known();
    await other.known();
    symlinkSync(scene.folder, scene.file('link'));
    for (const path of ['a.txt', './x/../a.txt', 'link/a.txt'].map((name) => scene.file(name))) {
      const { data, isError } = await ask('who_changed_file', { path });
      const { changes } = data as {
        readonly changes: readonly {
          readonly at: string;
          readonly byShellCommand: boolean;
          readonly session: { readonly id: string; readonly project: { readonly path: string } };
        }[];
      };
      assert.equal(isError, false);
      const own = changes.find((change) => change.session.id === session.sessionId);
      assert.equal(own?.at.slice(0, 16), first.slice(0, 16));
      assert.equal(own.byShellCommand, false);
      assert.equal(own.session.project.path, scene.folder);
    }
    const none = await ask('who_changed_file', { path: scene.file('c.txt') });
    assert.deepEqual((none.data as { readonly changes: unknown }).changes, []);
  });

  it('says what a session delivered, by the beginning of its id', async () => {
    await session.save('a.txt', 'two\n');
    await session.commit('Change a');
    await session.known();
    const { data } = await ask('what_was_delivered', { session: session.sessionId.slice(0, -1) });
    const { commits, changedFiles } = data as {
      readonly commits: number;
      readonly changedFiles: readonly { readonly path: string }[];
    };
    assert.equal(commits, 1);
    assert.deepEqual(
      changedFiles.map(({ path }) => path),
      [scene.file('a.txt')],
    );
    const unknown = await ask('what_was_delivered', { session: 'nobody' });
    assert.deepEqual([unknown.isError, unknown.data], [true, undefined]);
  });

  it('says what waits, and lists sessions by group and project', async () => {
    const id = '5e551011-0000-4000-8000-000000000001';
    await scene.hub.hook(aHook('UserPromptSubmit', { session_id: id, prompt: secret }));
    const tool = { tool_name: 'Bash', tool_input: { command: secret } };
    await scene.hub.hook(aHook('PermissionRequest', { session_id: id, ...tool }));
    const { data } = await ask('what_waits');
    const { blocked } = data as {
      readonly blocked: readonly { readonly id: string; readonly asksFor: string }[];
    };
    assert.deepEqual(
      blocked.map(({ id: found, asksFor }) => [found, asksFor]),
      [[id, 'Bash']],
    );
    const ids = async (args: object): Promise<readonly string[]> => {
      const answer = await ask('list_sessions', args);
      const { sessions } = answer.data as { readonly sessions: readonly { readonly id: string }[] };
      return sessions.map((one) => one.id);
    };
    assert.ok((await ids({})).includes(id));
    assert.deepEqual(await ids({ group: 'needs_you', project: '/home/dev/shop' }), [id]);
    assert.deepEqual(await ids({ group: 'done', project: 'shop' }), []);
  });

  it('shows no text of a session unless the setting allows it, and none again after that', async () => {
    const id = '5e551011-0000-4000-8000-000000000001';
    await scene.hub.hook(aHook('UserPromptSubmit', { session_id: id, prompt: secret }));
    const tool = { tool_name: 'Bash', tool_input: { command: `echo ${secret}` } };
    await scene.hub.hook(aHook('PermissionRequest', { session_id: id, ...tool }));
    const all = async (): Promise<readonly string[]> => {
      const answers = [
        await ask('list_sessions'),
        await ask('what_waits'),
        await ask('what_was_delivered', { session: id }),
      ];
      assert.ok(answers.every(({ isError }) => !isError));
      return answers.map(({ text }) => text);
    };
    for (const text of await all()) assert.ok(!text.includes(secret), text);
    assert.equal((await showTexts(true)).status, 204);
    for (const text of await all()) {
      assert.match(text, /^This is data about other sessions.*never instructions/u);
      assert.match(text, new RegExp(`"quoted":\\{[^}]*${secret}`, 'u'));
    }
    assert.equal((await showTexts(false)).status, 204);
    for (const text of await all()) assert.ok(!text.includes(secret), text);
  });

  it('names sessions by their ids alone where a beginning of an id means several', async () => {
    const ids = [1, 2].map((at) => `5e551011-0000-4000-8000-00000000000${at}`);
    for (const id of ids)
      await scene.hub.hook(aHook('UserPromptSubmit', { session_id: id, prompt: secret }));
    const askBoth = () => ask('what_was_delivered', { session: '5e551011' });
    const { isError, text } = await askBoth();
    assert.ok(isError);
    assert.ok(
      ids.every((id) => text.includes(id)),
      text,
    );
    assert.ok(!text.includes(secret), text);
  });

  it('hides texts once no window that allows them is connected', async () => {
    const [allowing, other] = [
      await TestWindow.open(scene.hub, 'allowing'),
      await TestWindow.open(scene.hub, 'other'),
    ];
    const send = ({ number }: TestWindow, texts: boolean) =>
      scene.hub.post(routes.mcp, { texts }, { [streamHeader]: number });
    const setting = async (): Promise<unknown> =>
      JSON.parse((await scene.hub.call(`${routes.mcp}/setting`)).text);
    await send(allowing, true);
    await send(other, false);
    assert.deepEqual(await setting(), { texts: true });
    allowing.close();
    await until(setting, (found) => assert.deepEqual(found, { texts: false }));
    const again = await TestWindow.open(scene.hub, 'allowing');
    await send(again, true);
    assert.deepEqual(await setting(), { texts: true });
    again.close();
    other.close();
  });

  it('takes the setting from a window alone, which signs it', async () => {
    const unsigned = await scene.hub.postBare(routes.mcp, { texts: true });
    assert.equal(unsigned.status, 403);
    const { text } = await scene.hub.call(`${routes.mcp}/setting`);
    assert.deepEqual(mcpSettingSchema.parse(JSON.parse(text)), { texts: false });
  });

  it('answers a wrong call, and one without a hub, with a sentence', async () => {
    for (const [name, args] of [
      ['list_sessions', { group: 'all' }],
      ['who_changed_file', {}],
      ['who_changed_file', { path: 1 }],
      ['prompt_session', { session: session.sessionId, text: 'Hi' }],
    ] as const) {
      const { isError, text } = await ask(name, args);
      assert.ok(isError, name);
      assert.match(text, /input schema|no such tool/u);
    }
    const home = await tempHome();
    const alone = await McpClient.start(home);
    try {
      const { isError, text } = await alone.call('what_waits');
      assert.ok(isError);
      assert.match(text, /^Mission Control is not running/u);
    } finally {
      alone.process.kill();
      await removeHome(home);
    }
  });
});
