import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { SteadyTexts } from '../../../src/extension/hub/ingest/steadyText';
import { waitFixedTime } from '../../support/waitFixedTime';

describe('A small file that is polled', () => {
  let folder: string;
  let file: string;
  let texts: SteadyTexts;
  const freshMs = 50;
  const long = new Date(Date.now() - 60_000);

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'steady-'));
    file = path.join(folder, 'a.json');
    texts = new SteadyTexts(1_000, freshMs);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  function write(text: string, at?: Date): void {
    fs.writeFileSync(file, text);
    if (at !== undefined) fs.utimesSync(file, at, at);
  }

  it('is no longer read once it has not changed for a while', async () => {
    write('idle', long);
    await texts.read(file);
    await waitFixedTime(2 * freshMs);
    assert.equal(await texts.read(file), 'idle');
    // Different content with unchanged time and length: only opening the file would reveal it.
    write('busy', long);
    assert.equal(await texts.read(file), 'idle');
  });

  it('is read again when its mtime or its length changes', async () => {
    write('idle', long);
    await texts.read(file);
    await waitFixedTime(2 * freshMs);
    await texts.read(file);
    write('busy', new Date(long.getTime() + 10));
    assert.equal(await texts.read(file), 'busy');
    write('waiting', new Date(long.getTime() + 10));
    assert.equal(await texts.read(file), 'waiting');
  });

  it('is read again soon after a change, because the next change may have the same mtime', async () => {
    // The file's time is old, so freshness must not depend on the file system's clock.
    write('idle', long);
    assert.equal(await texts.read(file), 'idle');
    write('busy', long);
    assert.equal(await texts.read(file), 'busy');
  });

  it('is undefined without an error if it is deleted or grows too large during a read', async () => {
    for (let round = 0; round < 100; round += 1) {
      write('idle', long);
      const gone = texts.read(file);
      fs.rmSync(file);
      assert.ok(['idle', undefined].includes(await gone));
      texts.retainOnly([]);
      write('idle', long);
      const grown = texts.read(file);
      write('x'.repeat(2_000));
      assert.ok(((await grown) ?? '').length <= 1_000);
      texts.retainOnly([]);
    }
  });

  it('is undefined if it is deleted, and read again after its cache was cleared', async () => {
    assert.equal(await texts.read(file), undefined);
    write('idle', long);
    await texts.read(file);
    await waitFixedTime(2 * freshMs);
    await texts.read(file);
    write('busy', long);
    texts.retainOnly([]);
    assert.equal(await texts.read(file), 'busy');
    fs.rmSync(file);
    assert.equal(await texts.read(file), undefined);
  });
});
