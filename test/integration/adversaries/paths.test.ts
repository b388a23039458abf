import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { routes } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { needs, skip } from '../../support/skip';

const secret = 'A secret that lies elsewhere';

describe('A payload that names a path', () => {
  before(function () {
    needs(this, 'links');
  });

  let home: string;
  let hub: TestHub;
  beforeEach(async () => {
    home = await tempHome();
    await fs.mkdir(path.join(home, 'projects', '-shop'), { recursive: true });
    const outside = new TranscriptFile('stolen', path.join(home, 'outside', 'stolen.jsonl'));
    await outside.write(outside.prompt(secret));
    await fs.symlink(path.join(home, 'outside'), path.join(home, 'projects', 'linked'));
    await fs.symlink(outside.file, path.join(home, 'projects', '-shop', 'stolen.jsonl'));
    hub = await TestHub.start(home);
    await hub.running.complete;
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  const claims: readonly (readonly [title: string, of: (home: string) => string])[] = [
    ['outside', (home) => `${home}/outside/stolen.jsonl`],
    ['up and out', (home) => `${home}/projects/../outside/stolen.jsonl`],
    ['behind a linked folder', (home) => `${home}/projects/linked/stolen.jsonl`],
    ['that is a link', (home) => `${home}/projects/-shop/stolen.jsonl`],
    ['relative to us', () => '../../../../etc/passwd'],
    ['with a NUL', (home) => `${home}/projects/-shop/stolen.jsonl\0`],
    ['of a device', () => '/dev/zero'],
    ['of a process', () => '/proc/self/environ'],
    ['over the network', () => String.raw`\\attacker.example\share\stolen.jsonl`],
  ];
  for (const [title, of] of claims) {
    it(`${title} opens nothing`, async () => {
      const fields = { session_id: 'stolen', transcript_path: of(home), cwd: of(home) };
      assert.equal((await hub.hook(aHook('SessionStart', fields))).status, 204);
      assert.equal((await hub.hook(aHook('Stop', { session_id: 'after' }))).status, 204);
      const { text } = await hub.call(routes.sessions);
      assert.ok(!text.includes(secret), text);
      assert.match(text, /"sessionId":"after"/);
    });
  }
});

describe('Another user of this machine', () => {
  it('reads none of our files, replaces none, and is refused by the hub', async function () {
    if (process.getuid?.() !== 0) skip(this, 'takes the part of another user');
    const home = await tempHome();
    await fs.chmod(home, 0o755);
    const hub = await TestHub.start(home);
    const folder = path.join(home, 'mission-control');
    const script = `
      for f in key token endpoint.json relay.conf relay-wait.conf relay-rewake.conf; do
        cat '${folder}'/$f 2>/dev/null && echo "read $f"
        echo planted 2>/dev/null >'${folder}'/$f && echo "wrote $f"
        ln -sf /etc/passwd '${folder}'/$f 2>/dev/null && echo "linked $f"
      done
      ls '${folder}' 2>/dev/null && echo listed
      mv '${folder}' '${home}/moved' 2>/dev/null && echo moved
      exit 0`;
    const nobody = 65_534;
    const run = spawnSync('sh', ['-c', script], { uid: nobody, gid: nobody, encoding: 'utf8' });
    assert.deepEqual([run.status, run.stdout], [0, '']);
    assert.equal((await hub.call(routes.sessions)).status, 200);
    const guess = { authorization: `Bearer ${'0'.repeat(64)}` };
    assert.equal((await hub.call(routes.sessions, { headers: guess })).status, 401);
    await hub.dispose();
  });
});
