import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { writeLauncher } from '../../src/extension/commandLine/launcher/launcherFiles';
import { launcherText } from '../../src/extension/commandLine/launcher/launcherText';
import { runHeadless } from '../support/claude/headless';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { say, tool } from '../support/claude/reply';
import { script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { builtCli } from '../support/commandLine/cliProcess';
import { aHook } from '../support/hub/hooks';
import { TestHub } from '../support/hub/testHub';

describe('mission-control, run by the real client', function () {
  this.timeout(180_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let hub: TestHub;
  let session: ClientSession | undefined;

  before(async () => {
    api = await ScriptedApi.start();
  });
  after(() => api?.close());

  beforeEach(async () => {
    home = await IsolatedHome.create();
    hub = await TestHub.start(home.configHome);
  });
  afterEach(async () => {
    await session?.dispose();
    session = undefined;
    await hub?.close();
    await home?.dispose();
  });

  /** Installs the tool as a person does; resolves with the path of its launcher. */
  async function install(): Promise<string> {
    const folder = path.join(home.folder, 'bin');
    await fs.mkdir(folder);
    const file = path.join(folder, 'mission-control');
    const parts = { node: process.execPath, script: await builtCli(), variables: {}, home: '/' };
    await writeLauncher(file, launcherText(parts, 'linux'));
    return file;
  }

  it('is its status line, which shows the counts of the board', async () => {
    const command = `${await install()} status --line || true`;
    await home.writeSettings({ statusLine: { type: 'command', command } });
    const other = { session_id: '5e551011-0000-4000-8000-000000000001' };
    await hub.hook(aHook('UserPromptSubmit', { ...other, prompt: 'Build the shop' }));
    const tool = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
    session = await startClient({ api, home });
    api.add(script('first', [say('Done.')]), script('second', [say('Done again.')]));
    await session.turn('[[first]] go');
    await session.terminal.waitForScreen(/\b0 Needs You/u);
    await hub.hook(aHook('PermissionRequest', { ...other, ...tool }));
    await session.turn('[[second]] go');
    await session.terminal.waitForScreen(/\b1 Needs You/u);
  });

  it('is an MCP server, whose tool the model calls and whose answer it gets', async () => {
    const other = { session_id: '5e551011-0000-4000-8000-000000000001' };
    await hub.hook(aHook('UserPromptSubmit', { ...other, prompt: 'Build the shop' }));
    const asked = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
    await hub.hook(aHook('PermissionRequest', { ...other, ...asked }));
    const config = path.join(home.folder, 'mcp.json');
    const server = { command: await install(), args: ['mcp'] };
    await fs.writeFile(config, JSON.stringify({ mcpServers: { 'mission-control': server } }));
    const name = 'mcp__mission-control__what_waits';
    api.add(script('waits', [tool(name, {}), say('One waits.')]));
    const { stdout, stderr } = await runHeadless({
      api,
      home,
      prompt: '[[waits]] go',
      args: ['--mcp-config', config, '--strict-mcp-config', '--allowedTools', name],
    });
    assert.match(stdout, /One waits\./u, stderr);
    const told = api.lastTold('waits');
    assert.ok(told.includes(other.session_id), told.slice(-2_000));
    assert.match(told, /needs_permission/u);
    assert.doesNotMatch(told, /Build the shop|npm test/u);
  });
});
