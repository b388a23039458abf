import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { copyToMachine } from '../../../../src/extension/hub/machines/copyToMachine';
import { machineEnd } from '../../../../src/extension/hub/machines/connection/machineFault';
import { hubScript } from '../../../../src/extension/hub/machines/connection/shellProgram';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { buildScript } from '../../../support/build/buildScript';
import { bundleEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { Mounts } from '../../../support/mounted';
import { needs } from '../../../support/skip';

const bundles = ['hub.js', 're2js.js', 'reading.js', 'runner.js'];

describe('A copy of the hub for another machine', function () {
  this.timeout(60_000);
  let script: HubScript;
  let home: string;
  let folder: string;
  /** Scripts that pack quickly, for tests of everything around them. */
  let small: string;

  before(async function () {
    needs(this, 'sh');
    script = await bundleEntry('src/extension/hub/main.ts');
    small = path.join(path.dirname(script.file), 'small', 'dist');
    await fs.mkdir(small, { recursive: true });
    for (const name of bundles) await fs.writeFile(path.join(small, name), `// ${name}\n`);
  });
  after(() => script?.remove());
  beforeEach(async () => {
    home = await tempHome();
    folder = missionControlFolder(home);
  });
  afterEach(() => removeHome(home));

  const scripts = (): string => path.dirname(script.file);
  const copy = (...command: readonly string[]) => copyOf(small, ...command);
  const copyOf = (from: string, ...command: readonly string[]) =>
    copyToMachine({ command: [...command], configHome: home }, from);
  const names = async (): Promise<readonly string[]> => (await fs.readdir(folder)).toSorted();

  it('lies in our folder there, for its owner alone, and nothing else is left there', async () => {
    assert.equal(await copyOf(scripts(), 'env'), undefined);
    assert.deepEqual(await names(), ['copied']);
    const copied = await fs.readdir(path.join(folder, 'copied', 'dist'));
    assert.deepEqual(copied.toSorted(), bundles);
    for (const name of bundles) {
      const file = path.join(folder, 'copied', 'dist', name);
      assert.equal(
        await fs.readFile(file, 'utf8'),
        await fs.readFile(path.join(scripts(), name), 'utf8'),
      );
      assert.equal((await fs.stat(file)).mode & 0o777, 0o600);
    }
    for (const made of [folder, path.join(folder, 'copied'), path.join(folder, 'copied', 'dist')]) {
      assert.equal((await fs.stat(made)).mode & 0o777, 0o700);
    }
  });

  it('has the parts that the programs share in the package, and no others', async () => {
    const dist = path.join(home, 'dist');
    await (await buildScript()).buildPrograms(dist);
    await fs.writeFile(path.join(dist, 're2js.js'), '');
    await fs.writeFile(path.join(dist, 'shared-OTHER.js'), '');
    assert.equal(await copyOf(dist, 'env'), undefined);
    const copied = path.join(folder, 'copied', 'dist');
    const parts = (await fs.readdir(copied)).filter((name) => name.startsWith('shared-'));
    assert.ok(parts.length > 0 && !parts.includes('shared-OTHER.js'), parts.join());
    // Without a parent process the runner loads all of its parts and ends.
    const { status, stderr } = spawnSync(process.execPath, [path.join(copied, 'runner.js')]);
    assert.equal(status, 0, String(stderr));
  });

  it('replaces an older one as a whole', async () => {
    await fs.mkdir(path.join(folder, 'copied', 'dist'), { recursive: true });
    await fs.writeFile(path.join(folder, 'copied', 'dist', 'old.js'), '');
    const [first, second] = await Promise.all([copy('env'), copy('env')]);
    assert.deepEqual([first, second], [undefined, undefined]);
    assert.deepEqual(await names(), ['copied']);
    assert.ok(!(await fs.readdir(path.join(folder, 'copied', 'dist'))).includes('old.js'));
  });

  it('leaves an older one aside in which something is mounted', async function () {
    Mounts.need(this);
    const other = path.join(home, 'other');
    await fs.mkdir(other);
    await fs.writeFile(path.join(other, 'precious'), 'x');
    const mounts = new Mounts();
    try {
      mounts.bind(other, path.join(folder, 'copied', 'share'));
      assert.equal(await copy('env'), undefined);
      assert.deepEqual(await fs.readdir(other), ['precious']);
      assert.equal((await names()).length, 2);
    } finally {
      mounts.undo();
    }
  });

  it('leaves what was there where it is cut off on its way', async () => {
    await fs.mkdir(path.join(folder, 'copied', 'dist'), { recursive: true });
    await fs.writeFile(path.join(folder, 'copied', 'dist', 'hub.js'), 'old');
    const end = await copyOf(scripts(), 'sh', '-c', 'head -c 50000 | "$@"', 'cut');
    assert.equal(end?.fault, 'ended');
    assert.equal(await fs.readFile(path.join(folder, 'copied', 'dist', 'hub.js'), 'utf8'), 'old');
    assert.deepEqual(await names(), ['copied']);
  });

  it('comes through the greeting of a shell', async () => {
    assert.equal(await copy('sh', '-c', 'echo Welcome; echo; "$@"; echo Bye', 'sh'), undefined);
  });

  it('says why it could not be made', async () => {
    const auth = await copy(
      'sh',
      '-c',
      'echo "me@gpu: Permission denied (publickey)." >&2; exit 255',
    );
    assert.equal(auth?.fault, 'auth');
    assert.equal((await copy('no-such-program-at-all'))?.fault, 'command');
    await fs.writeFile(folder, 'no folder');
    const taken = await copy('env');
    assert.equal(taken?.fault, 'ended');
    assert.match(taken.detail ?? '', /EEXIST|not a folder/);
  });

  it('is not made in a folder to which a link leads', async () => {
    const elsewhere = path.join(home, 'elsewhere');
    await fs.mkdir(elsewhere);
    await fs.symlink(elsewhere, folder);
    assert.equal((await copy('env'))?.fault, 'ended');
    assert.deepEqual(await fs.readdir(elsewhere), []);
  });

  describe('and Node there', () => {
    /**
     * Runs the program with a copy of the hub and stand-ins for these versions of Node, each of
     * which reads all of its standard input.
     */
    async function run(...versions: readonly string[]): Promise<string> {
      for (const version of versions) {
        const place = path.join(home, '.nvm', 'versions', 'node', version, 'bin');
        await fs.mkdir(place, { recursive: true });
        const does = `[ "$1" = -v ] && { cat >/dev/null; echo ${version}; } || { echo ran ${version}; cat; }`;
        await fs.writeFile(path.join(place, 'node'), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
      }
      await fs.mkdir(path.join(folder, 'copied', 'dist'), { recursive: true });
      await fs.writeFile(path.join(folder, 'copied', 'dist', 'hub.js'), '');
      const alone = hubScript.replaceAll('/usr/', '/no/').replace('command -v node', 'true');
      const { stdout } = spawnSync('sh', ['-c', alone, 'sh', home], {
        env: { HOME: home, PATH: process.env['PATH'] },
        input: 'frames',
        encoding: 'utf8',
      });
      return stdout;
    }

    it('is told where it is missing, and with its version where it is too old', async () => {
      assert.equal(machineEnd(await run(), '').fault, 'node');
      const old = machineEnd(await run('v18.20.4', 'v8.17.0'), '');
      assert.equal(old.fault, 'node');
      assert.match(old.detail ?? '', /v18\.20\.4$/);
    });

    it('is the one that is new enough, and has all the input', async () => {
      assert.equal(await run('v18.20.4', 'v20.19.0', 'v8.17.0'), 'ran v20.19.0\nframes');
    });
  });
});
