import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { managedBlockers } from '../../../../../src/extension/agents/claude/settings/managedSettings';

describe('Settings of an organization', () => {
  let root: string;
  beforeEach(() => (root = fs.mkdtempSync(path.join(os.tmpdir(), 'managed settings '))));
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  /** Places reported to disable hooks, in the order of the settings. */
  async function named(
    platform: NodeJS.Platform,
    tool: (command: string) => string = () => '',
  ): Promise<readonly string[]> {
    const sentences = await managedBlockers({
      platform,
      configHome: path.join(root, 'home'),
      folder: path.join(root, 'system'),
      user: 'ann',
      runTool: (file, args) => Promise.resolve(tool([file, ...args].join(' '))),
    });
    return sentences.map((sentence) => {
      const [, key, place] =
        /^"(\w+)" is set by your organization in (.*): Claude/.exec(sentence) ?? [];
      return `${key} ${place}`;
    });
  }

  function put(name: string, text: string): string {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return file;
  }

  it('forbid hooks from its file, the parts beside it and what the service sent', async () => {
    const file = put('system/managed-settings.json', '\uFEFF{ /* all */ "disableAllHooks": true }');
    const part = put('system/managed-settings.d/10-hooks.json', '{"allowManagedHooksOnly":true}');
    const sent = put('home/remote-settings.json', '{"disableAllHooks":true,"model":"opus"}');
    assert.deepEqual(await named('linux'), [
      `disableAllHooks ${file}`,
      `allowManagedHooksOnly ${part}`,
      `disableAllHooks ${sent}`,
    ]);
  });

  it('forbid nothing where they are absent, off, broken or of another shape', async () => {
    assert.deepEqual(await named('linux'), []);
    put('system/managed-settings.json', '{"disableAllHooks":false,"allowManagedHooksOnly":"yes"}');
    put('system/managed-settings.d/20.json', '[true]');
    put('system/managed-settings.d/.30.json', '{"disableAllHooks":true}');
    put('system/managed-settings.d/40.json.bak', '{"disableAllHooks":true}');
    put('home/remote-settings.json', 'null');
    assert.deepEqual(await named('linux'), []);
  });

  it('are read from the registry of Windows', async () => {
    const answers: Readonly<Record<string, string>> = {
      'reg.exe query HKLM\\SOFTWARE\\Policies\\ClaudeCode': [
        '',
        'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\ClaudeCode',
        '    Owner    REG_SZ    {"allowManagedHooksOnly": true}',
        '    Settings    REG_SZ    {"disableAllHooks": true}',
        '',
        '',
      ].join('\r\n'),
    };
    assert.deepEqual(await named('win32', (command) => answers[command] ?? ''), [
      'disableAllHooks HKLM\\SOFTWARE\\Policies\\ClaudeCode',
    ]);
  });

  it('are read from the managed preferences of macOS', async () => {
    const file = '/Library/Managed Preferences/ann/com.anthropic.claudecode.plist';
    const tool = (command: string): string =>
      command === `/usr/bin/plutil -convert json -o - ${file}`
        ? '{"allowManagedHooksOnly":true}'
        : '';
    assert.deepEqual(await named('darwin', tool), [`allowManagedHooksOnly ${file}`]);
  });
});
