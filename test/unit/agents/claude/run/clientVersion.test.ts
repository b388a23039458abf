import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { findOldestClient } from '../../../../../src/extension/agents/claude/run/clientVersion';
import { needs } from '../../../../support/skip';

describe('The search for the client', () => {
  let root: string;
  beforeEach(() => (root = fs.mkdtempSync(path.join(os.tmpdir(), 'client search '))));
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  function client(folder: string, script: string): string {
    const file = path.join(root, folder, 'claude');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return file;
  }

  function search(...folders: readonly string[]): ReturnType<typeof findOldestClient> {
    const found = folders.map((folder) => path.join(root, folder)).join(':');
    return findOldestClient({
      env: { PATH: found },
      home: root,
      platform: 'linux',
      systemFolders: [],
    });
  }

  it('asks every client for its version and goes by the oldest', async function () {
    needs(this, 'sh');
    client('a', 'echo "2.1.329 (Claude Code)"');
    const older = client('.local/bin', 'echo "2.1.85 (Claude Code)"');
    assert.deepEqual(await search('a'), { path: older, version: '2.1.85' });
  });

  it('starts it with the one argument, without a shell, by the name it was found under', async function () {
    needs(this, 'sh');
    fs.mkdirSync(path.join(root, 'b'));
    const shim = client(
      'shims',
      `[ "$#$1" = 1--version ] && echo "1.2.3 $0" > "${root}/seen"; cat "${root}/seen"`,
    );
    const link = path.join(root, 'b', 'claude');
    fs.symlinkSync(shim, link);
    assert.equal((await search('b'))?.version, '1.2.3');
    assert.equal(fs.readFileSync(path.join(root, 'seen'), 'utf8'), `1.2.3 ${link}\n`);
  });

  it('passes over what fails, prints no version or cannot be run', async function () {
    needs(this, 'sh');
    client('broken', 'echo 9.9.9; exit 1');
    client('other', 'echo hello');
    fs.chmodSync(client('plain', 'echo 1.0.0'), 0o644);
    fs.mkdirSync(path.join(root, 'folder', 'claude'), { recursive: true });
    client('good', 'echo 2.1.207');
    const found = await search('broken', 'other', 'plain', 'folder', 'missing', 'good');
    assert.equal(found?.version, '2.1.207');
  });

  it('takes no program from a relative folder of the PATH', async function () {
    needs(this, 'sh');
    const cwd = client('cwd', `touch "${root}/ran"; echo 2.1.1`);
    const relative = path.relative(process.cwd(), path.dirname(cwd));
    const options = {
      env: { PATH: `:.:${relative}` },
      home: root,
      platform: 'linux',
      systemFolders: [],
    } as const;
    await findOldestClient(options);
    assert.ok(!fs.existsSync(path.join(root, 'ran')));
  });

  it('reads the version of a Windows client beside its command file', async () => {
    const folder = path.join(root, 'npm');
    const manifest = path.join(folder, 'node_modules', '@anthropic-ai', 'claude-code');
    fs.mkdirSync(manifest, { recursive: true });
    fs.writeFileSync(path.join(folder, 'claude.cmd'), '@echo off');
    fs.writeFileSync(path.join(manifest, 'package.json'), '{"version": "2.1.300"}');
    const env = { Path: folder, APPDATA: root };
    const found = await findOldestClient({ env, home: root, platform: 'win32', systemFolders: [] });
    assert.equal(found?.version, '2.1.300');
  });
});
