import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { configHome } from '../../../../src/extension/agents/claude/home/configHome';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { hubProof, isSameSecret, readOrCreateKey } from '../../../../src/extension/util/hub/hubKey';
import { NotAFile, PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { needs } from '../../../support/skip';
import { makeNamedPipe } from '../../../support/namedPipe';

describe('A private folder', () => {
  let home: string;
  let folder: PrivateFolder;
  beforeEach(async () => {
    home = await tempHome();
    folder = new PrivateFolder(path.join(home, 'deep', 'mission-control'));
  });
  afterEach(() => removeHome(home));

  const mode = async (file: string): Promise<number> => (await fs.stat(file)).mode & 0o777;

  it('is created for this user only', async function () {
    needs(this, 'modes');
    await folder.ensure();
    assert.equal(await mode(folder.path), 0o700);
    await folder.ensure();
  });

  it('is made private if others had access', async function () {
    needs(this, 'modes');
    await fs.mkdir(folder.path, { recursive: true });
    await fs.chmod(folder.path, 0o755);
    await folder.ensure();
    assert.equal(await mode(folder.path), 0o700);
  });

  it('is refused if others could have written to it', async function () {
    needs(this, 'modes');
    await fs.mkdir(folder.path, { recursive: true });
    await fs.chmod(folder.path, 0o777);
    await assert.rejects(folder.ensure(), /Other users of this machine can change/);
    assert.equal(await mode(folder.path), 0o777);
  });

  it('is refused if its path is a link or a file', async function () {
    needs(this, 'links');
    const elsewhere = path.join(home, 'elsewhere');
    await fs.mkdir(elsewhere);
    await fs.symlink(elsewhere, path.join(home, 'link'));
    await assert.rejects(new PrivateFolder(path.join(home, 'link')).ensure(), /of your own/);
    await fs.writeFile(path.join(home, 'file'), '');
    await assert.rejects(new PrivateFolder(path.join(home, 'file')).ensure());
  });

  it('replaces a file atomically, for this user only', async function () {
    needs(this, 'modes');
    await folder.ensure();
    await fs.writeFile(folder.file('note'), 'old', { mode: 0o644 });
    const old = await fs.open(folder.file('note'));
    await folder.write('note', 'new');
    assert.equal(await old.readFile('utf8'), 'old', 'was written in place');
    await old.close();
    assert.equal(await folder.read('note'), 'new');
    assert.equal(await mode(folder.file('note')), 0o600);
    assert.deepEqual(await fs.readdir(folder.path), ['note']);
  });

  it('replaces a link, not its target', async function () {
    needs(this, 'links');
    await folder.ensure();
    const target = path.join(home, 'target');
    await fs.writeFile(target, 'untouched');
    await fs.symlink(target, folder.file('note'));
    await folder.write('note', 'secret');
    assert.equal(await fs.readFile(target, 'utf8'), 'untouched');
  });

  it('leaves no temporary file if a file cannot be replaced', async () => {
    await fs.mkdir(folder.file('note/inside'), { recursive: true });
    folder.setAside = () => Promise.reject(new Error('in the way'));
    await assert.rejects(folder.write('note', 'text'), /in the way/);
    assert.deepEqual(await fs.readdir(folder.path), ['note']);
  });

  it('sets aside a folder with a file’s name, with its contents', async () => {
    await fs.mkdir(folder.file('note/inside'), { recursive: true });
    await folder.remove('note');
    await folder.write('note', 'text');
    assert.equal(await folder.read('note'), 'text');
    const [aside = '', ...more] = (await fs.readdir(folder.path)).filter((one) => one !== 'note');
    assert.match(aside, /^note\.unreadable-\d{8}T\d{9}Z$/);
    assert.deepEqual([await fs.readdir(folder.file(aside)), more], [['inside'], []]);
  });

  it('reads only files, and does not wait for a pipe', async function () {
    needs(this, 'sh');
    await folder.ensure();
    makeNamedPipe(folder.file('pipe'));
    await fs.mkdir(folder.file('inner'));
    for (const name of ['pipe', 'inner']) {
      await assert.rejects(folder.read(name), NotAFile);
      assert.equal(await folder.readIfFile(name), '');
    }
  });

  it('within ours replaces any entry with its name, which is set aside', async () => {
    await folder.ensure();
    await fs.writeFile(folder.file('cache'), 'mine');
    const within = new PrivateFolder(folder.file('cache'));
    await within.ensureWithin();
    await within.write('note', 'text');
    const [, aside = ''] = (await fs.readdir(folder.path)).sort();
    assert.equal(await folder.read(aside), 'mine');
  });

  it('reports the entry that prevents its creation', async function () {
    needs(this, 'links');
    await fs.mkdir(path.dirname(folder.path), { recursive: true });
    await fs.symlink(path.join(home, 'nowhere'), folder.path);
    await assert.rejects(folder.ensure(), /of your own, not a link/);
    await fs.rm(folder.path);
    await fs.writeFile(folder.path, '');
    await assert.rejects(folder.ensure(), /of your own, not a link/);
  });

  it('writes a file once, however many callers write at the same time', async () => {
    await folder.ensure();
    const asked = Array.from({ length: 20 }, (_, index) =>
      folder.writeOnce('key', `text ${index}`),
    );
    const got = new Set(await Promise.all(asked));
    assert.equal(got.size, 1);
    assert.equal(await folder.read('key'), [...got][0]);
    assert.deepEqual(await fs.readdir(folder.path), ['key']);
  });

  it('is cleaned of temporary files of a crash, but not of recent ones', async () => {
    await folder.ensure();
    await folder.write('key', 'secret');
    const [left, young, other] = ['.key.0123456789ab', '.key.ba9876543210', '.key.kept'];
    for (const name of [left, young, other]) await fs.writeFile(folder.file(name), 'x');
    const before = Date.now() / 1000 - 2 * 60 * 60;
    for (const name of [left, other, 'key']) await fs.utimes(folder.file(name), before, before);
    await folder.deleteLeftovers();
    assert.deepEqual((await fs.readdir(folder.path)).sort(), [young, other, 'key'].sort());
    await new PrivateFolder(path.join(home, 'none')).deleteLeftovers();
  });

  it('reads undefined for a missing name, and removes it without an error', async () => {
    await folder.ensure();
    assert.equal(await folder.read('none'), undefined);
    await folder.remove('none');
  });
});

describe('The key of a home', () => {
  let home: string;
  let folder: PrivateFolder;
  beforeEach(async () => {
    home = await tempHome();
    folder = new PrivateFolder(missionControlFolder(home));
    await folder.ensure();
  });
  afterEach(() => removeHome(home));

  it('is the same for all callers, at the same time or later', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => readOrCreateKey(folder)));
    assert.equal(new Set(keys).size, 1);
    assert.match(keys[0] ?? '', /^[0-9a-f]{64}$/);
    assert.equal(await readOrCreateKey(folder), keys[0]);
  });

  for (const damage of ['', '\n', 'short', 'x'.repeat(64)]) {
    it(`is recreated if it is damaged: ${JSON.stringify(damage)}`, async () => {
      await folder.write('key', damage);
      const key = await readOrCreateKey(folder);
      assert.match(key, /^[0-9a-f]{64}$/);
      assert.equal(await readOrCreateKey(folder), key);
    });
  }

  it('proves a nonce for one port', () => {
    const key = 'a'.repeat(64);
    const proof = hubProof(key, 'nonce', 1);
    assert.match(proof, /^[0-9a-f]{64}$/);
    const others = [
      hubProof('b'.repeat(64), 'nonce', 1),
      hubProof(key, 'other', 1),
      hubProof(key, 'nonce', 2),
    ];
    for (const other of others) assert.ok(!isSameSecret(proof, other));
    assert.ok(isSameSecret(proof, hubProof(key, 'nonce', 1)));
    assert.ok(!isSameSecret(proof, proof.slice(1)));
    assert.ok(!isSameSecret('', proof));
  });
});

describe('The lock of a file', () => {
  let home: string;
  let folder: PrivateFolder;
  beforeEach(async () => {
    home = await tempHome();
    folder = new PrivateFolder(home);
  });
  afterEach(() => removeHome(home));

  it('lets one process at a time run, and is released after an error', async () => {
    let running = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        new PrivateFolder(home).exclusively('a.json', async () => {
          running += 1;
          assert.equal(running, 1);
          await fs.readdir(home);
          running -= 1;
          throw new Error('refused');
        }),
      ),
    );
    for (const result of results) {
      assert.ok(result.status === 'rejected' && result.reason instanceof Error);
      assert.equal(result.reason.message, 'refused');
    }
    assert.deepEqual(await fs.readdir(home), []);
  });

  it('that a crashed process left is removed', async () => {
    await fs.mkdir(folder.file('.a.json.lock'));
    assert.equal(await folder.exclusively('a.json', async () => 1, 50), 1);
    assert.deepEqual(await fs.readdir(home), []);
  });

  it('is skipped if its name is taken or its folder is missing', async () => {
    await fs.writeFile(folder.file('.a.json.lock'), 'not ours');
    assert.equal(await folder.exclusively('a.json', async () => 1, 50), 1);
    const missing = new PrivateFolder(path.join(home, 'missing'));
    assert.equal(await missing.exclusively('a.json', async () => 2), 2);
    assert.equal(await fs.readFile(folder.file('.a.json.lock'), 'utf8'), 'not ours');
  });
});

describe('The config home', () => {
  it('is the folder the environment names, else the one of the user', () => {
    const named = path.resolve('/srv/claude');
    assert.equal(configHome({ CLAUDE_CONFIG_DIR: named }), named);
    assert.equal(configHome({ CLAUDE_CONFIG_DIR: '' }), path.join(os.homedir(), '.claude'));
    assert.equal(configHome({}), path.join(os.homedir(), '.claude'));
  });

  it('is absolute where the environment names a relative one', () => {
    assert.equal(configHome({ CLAUDE_CONFIG_DIR: 'conf' }), path.resolve('conf'));
  });
});
