import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { builtOnce, builtOnceSync, fingerprintOf } from '../../support/build/builtOnce';
import { bundledOnceSync } from '../../support/build/bundle';
import { projectRoot } from '../../support/editor/paths';

describe('What is built of the sources', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it('is built once for all who ask for it', async () => {
    const what = randomUUID();
    let count = 0;
    const make = (folder: string): void => {
      count += 1;
      writeFileSync(path.join(folder, 'made'), String(count));
    };
    const first = builtOnceSync(what, make);
    const second = await builtOnce(what, async (folder) => make(folder));
    folders.push(first);
    assert.equal(second, first);
    assert.equal(readFileSync(path.join(second, 'made'), 'utf8'), '1');
  });

  it('is one folder for two who build it at the same time', async () => {
    const what = randomUUID();
    const make = async (folder: string): Promise<void> =>
      writeFileSync(path.join(folder, 'made'), folder);
    const [one, other] = await Promise.all([builtOnce(what, make), builtOnce(what, make)]);
    folders.push(one);
    assert.equal(one, other);
    assert.notEqual(readFileSync(path.join(one, 'made'), 'utf8'), '');
  });

  it('is built again after the building failed', () => {
    const what = randomUUID();
    const fail = (): void => {
      throw new Error('Broken');
    };
    assert.throws(() => builtOnceSync(what, fail), /Broken/);
    folders.push(builtOnceSync(what, (folder) => writeFileSync(path.join(folder, 'made'), '')));
  });

  it('holds no file whose change would not be noticed', () => {
    const folder = mkdtempSync(path.join(projectRoot, 'dist', 'unseen-'));
    folders.push(folder);
    writeFileSync(path.join(folder, 'entry.ts'), 'export {};');
    assert.throws(
      () => bundledOnceSync({ entryPoints: [path.join(folder, 'entry.ts')] }),
      /entry\.ts would not be noticed/,
    );
  });

  it('is another one once a source is written, added or removed', () => {
    const root = mkdtempSync(path.join(os.tmpdir(), 'sources-'));
    folders.push(root);
    const inside = path.join(root, 'src', 'deep');
    mkdirSync(inside, { recursive: true });
    writeFileSync(path.join(inside, 'a.ts'), 'one');
    writeFileSync(path.join(root, 'package.json'), '{}');
    const now = (): string => fingerprintOf(root, ['src', 'package.json']);
    const seen = [now()];
    assert.equal(now(), seen[0]);
    writeFileSync(path.join(inside, 'a.ts'), 'two');
    seen.push(now());
    writeFileSync(path.join(inside, 'b.ts'), '');
    seen.push(now());
    rmSync(path.join(inside, 'b.ts'));
    seen.push(now());
    writeFileSync(path.join(root, 'package.json'), '{ }');
    seen.push(now());
    assert.equal(new Set(seen).size, 5);
  });
});
