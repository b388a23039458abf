import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostId, lastingHostId } from '../../../../src/extension/util/hub/hostId';
import { OtherHost } from '../../../support/machines/otherHost';
import { skip } from '../../../support/skip';

const script = `const { hostId, lastingHostId } = require('./src/extension/util/hub/hostId.ts');
  Promise.all([hostId(), lastingHostId()]).then((ids) => console.log(...ids));`;
const program = [process.execPath, '--import', 'tsx', '-e', script] as const;

/** Output of a process that is started by that command. */
function saidBy(command: readonly string[]): readonly string[] {
  const [first, ...others] = [...command, ...program];
  const { stdout, stderr } = spawnSync(first, others, { encoding: 'utf8' });
  const words = stdout.trim().split(' ');
  assert.equal(words.length, 2, stderr);
  return words;
}

describe('The id of a host', function () {
  this.timeout(60_000);

  it('is the same for all its processes, and a name for a folder', async () => {
    assert.match(await hostId(), /^[0-9a-f]{8}$/u);
    assert.deepEqual(saidBy([]), [await hostId(), await lastingHostId()]);
  });

  it('stays when the host gets another name, and differs on another host', async function () {
    if (process.platform !== 'linux') skip(this, 'Linux alone can play another host');
    const there = await OtherHost.start('renamed');
    if (there === undefined) skip(this, 'this machine cannot play another host');
    try {
      const own = process.getuid?.() === 0 ? [] : ['--map-root-user'];
      const rename = ['sh', '-c', 'hostname renamed; exec "$@"', 'sh'];
      const [renamed, lasting] = saidBy(['unshare', ...own, '--uts', ...rename]);
      assert.equal(renamed, await hostId());
      const [elsewhere, itsLasting] = saidBy([...there.command, 'env', '-C', process.cwd()]);
      assert.notEqual(elsewhere, await hostId());
      assert.notEqual(itsLasting, await lastingHostId());
      assert.equal(itsLasting, lasting);
    } finally {
      await there.stop();
    }
  });
});
