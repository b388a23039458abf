import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { playSound, soundCommands } from '../../../../src/extension/views/attention/sound';
import { skip } from '../../../support/skip';

describe('The sound of a notification', () => {
  it('is played by a program of the operating system', () => {
    assert.deepEqual(soundCommands('darwin', '/a b.wav'), [['/usr/bin/afplay', '/a b.wav']]);
    assert.equal(soundCommands('linux', '/a.wav').length, 3);
    const [windows] = soundCommands('win32', "C:\\it's.wav");
    assert.match(windows?.at(-1) ?? '', /'C:\\it''s\.wav'/);
  });

  it('is a wave file of at most one second', async () => {
    const file = await readFile(path.resolve(__dirname, '../../../../media/attention.wav'));
    assert.equal(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 12), 'RIFFWAVE');
    assert.ok(file.readUInt32LE(40) < file.readUInt32LE(28));
  });

  it('is played by the first available program, once', async function () {
    if (process.platform === 'win32') skip(this, 'it runs shell scripts');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sound-'));
    try {
      const played = path.join(folder, 'played');
      const program = async (name: string, status: number): Promise<string> => {
        const file = path.join(folder, name);
        await writeFile(file, `#!/bin/sh\necho ${name} "$@" >> '${played}'\nexit ${status}\n`);
        await chmod(file, 0o755);
        return file;
      };
      const missing = path.join(folder, 'missing');
      const [broken, good, other] = [
        await program('broken', 1),
        await program('good', 0),
        await program('other', 0),
      ];
      await playSound([
        [missing, 'x'],
        [broken, 'x'],
        [good, '-q', 'x'],
        [other, 'x'],
      ]);
      assert.equal(await readFile(played, 'utf8'), 'broken x\ngood -q x\n');
      await playSound([[missing, 'x']]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
