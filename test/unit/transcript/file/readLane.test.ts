import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { ReadLane } from '../../../../src/extension/transcript/file/readLane';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { removeHome, tempHome } from '../../../support/hub/tempHome';

describe('A queue that reads files one by one', () => {
  let folder: string;
  let file: string;
  const lane = new ReadLane(new Slices());
  const sizeOf = (path: string): Promise<number | undefined> =>
    lane.run(path, function* ({ stat }) {
      yield undefined;
      return stat.size;
    });

  beforeEach(async () => {
    folder = await tempHome();
    file = path.join(folder, 'session.jsonl');
    await fs.writeFile(file, 'one\n');
  });
  afterEach(() => removeHome(folder));

  it('returns nothing for a file that is missing, or whose folder is missing', async () => {
    assert.equal(await sizeOf(path.join(folder, 'gone.jsonl')), undefined);
    assert.equal(await sizeOf(path.join(file, 'within')), undefined);
    assert.equal(await sizeOf(path.join(folder, 'gone', 'one.jsonl')), undefined);
    assert.equal(await sizeOf(file), 4);
  });

  it('reports why it cannot read a file, and reads the next one', async () => {
    const failing = sizeOf(path.join(folder, 'x'.repeat(300)));
    const next = sizeOf(file);
    await assert.rejects(failing, { code: 'ENAMETOOLONG' });
    assert.equal(await next, 4);
  });

  it('reads one file after the other', async () => {
    const steps: string[] = [];
    const run = (name: string) =>
      lane.run(file, function* () {
        for (let step = 1; step <= 2; step += 1) {
          steps.push(`${name}${step}`);
          yield undefined;
        }
      });
    await Promise.all([run('a'), run('b')]);
    assert.deepEqual(steps, ['a1', 'a2', 'b1', 'b2']);
  });
});
