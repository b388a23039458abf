import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { mock } from 'node:test';
import { entryMap } from '../../../src/extension/hub/store/keptEntries';
import type { KeptFileParts } from '../../../src/extension/hub/store/keptFile';
import { KeptValue } from '../../../src/extension/hub/store/keptValue';
import { savedResult, NotSavedError } from '../../../src/extension/util/files/savedResult';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { SetAside } from '../../../src/extension/util/files/safeFile';
import * as z from '../../../src/shared/protocol/schema';
import { removeHome, tempHome } from '../../support/hub/tempHome';

type Entries = ReadonlyMap<string, number>;
type Folder = KeptFileParts<Entries>['folder'];

const full = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
const withEntry = (name: string, value: number) => (entries: Entries) =>
  new Map([...entries, [name, value]]);
const without = (name: string) => (entries: Entries) =>
  new Map([...entries].filter(([one]) => one !== name));

describe('A kept value', () => {
  let home: string;
  let errors: unknown[];
  let writes: number;
  /** Methods that replace those of the real disk. */
  let disk: Partial<Folder>;

  const file = (): string => path.join(home, 'archived.json');
  const onDisk = async (): Promise<unknown> => JSON.parse(await fs.readFile(file(), 'utf8'));
  function open(): KeptValue<Entries> {
    const real = new PrivateFolder(home);
    const folder: Folder = {
      file: (name) => real.file(name),
      readBytes: (name) => (disk.readBytes ?? real.readBytes.bind(real))(name),
      write: (name, content) => {
        writes += 1;
        return (disk.write ?? real.write.bind(real))(name, content);
      },
      writeInPlace: (name, text) => (disk.writeInPlace ?? real.writeInPlace.bind(real))(name, text),
      exclusively: (name, run) => real.exclusively(name, run),
      setAside: (name) => (disk.setAside ?? real.setAside.bind(real))(name),
    };
    return new KeptValue<Entries>({
      folder,
      name: 'archived.json',
      initial: new Map(),
      parse: (text) => entryMap(text, z.number()),
      text: (entries) => JSON.stringify(Object.fromEntries(entries)),
      onError: (error) => errors.push(error),
    });
  }

  beforeEach(async () => {
    home = await tempHome();
    [errors, writes, disk] = [[], 0, {}];
  });
  afterEach(() => removeHome(home));

  it('has an acknowledged change only once that is on the disk', async () => {
    const numbers = open();
    const changed = numbers.change(withEntry('one', 1));
    assert.equal(numbers.value.size, 0);
    assert.equal(await changed, savedResult);
    assert.deepEqual([...numbers.value], [['one', 1]]);
    assert.deepEqual(await onDisk(), { one: 1 });
  });

  it('writes a burst of changes with two writes at most', async () => {
    const numbers = open();
    await numbers.load();
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => numbers.change(withEntry(`n${at}`, at))),
    );
    assert.equal(numbers.value.size, 100);
    assert.equal(Object.keys((await onDisk()) as object).length, 100);
    assert.equal(writes, 2);
  });

  it('refuses every change of a burst while the disk is full, and makes the next one', async () => {
    const numbers = open();
    await numbers.change(withEntry('one', 1));
    disk = { write: full };
    const burst = [withEntry('two', 2), without('one')].map((edit) => numbers.change(edit));
    for (const change of burst) {
      await assert.rejects(
        change,
        (error: unknown) => error instanceof NotSavedError && error.isFull,
      );
    }
    assert.deepEqual([...numbers.value], [['one', 1]]);
    assert.deepEqual(await onDisk(), { one: 1 });
    disk = {};
    await numbers.change(withEntry('three', 3));
    assert.deepEqual(await onDisk(), { one: 1, three: 3 });
  });

  it('keeps an observation made during a failed write, and writes it with the next change', async () => {
    const numbers = open();
    await numbers.load();
    disk = { write: full };
    const refused = numbers.change(withEntry('one', 1));
    await numbers.note(withEntry('seen', 2));
    await assert.rejects(refused, NotSavedError);
    assert.deepEqual([...numbers.value], [['seen', 2]]);
    disk = {};
    await numbers.change(withEntry('three', 3));
    assert.deepEqual(await onDisk(), { seen: 2, three: 3 });
  });

  it('applies edits from before its file was read to the content of the file', async () => {
    await open().change(withEntry('one', 1));
    const next = open();
    await Promise.all([next.revoke(without('one')), next.load()]);
    assert.equal(next.value.size, 0);
    assert.deepEqual(await onDisk(), {});
  });

  it('revokes rights on a full disk by overwriting its own bytes', async () => {
    const numbers = open();
    await numbers.change((entries) => withEntry('two', 2)(withEntry('one', 1)(entries)));
    disk = { write: full };
    const refused = numbers.change(withEntry('three', 3));
    assert.equal(await numbers.revoke(without('one')), savedResult);
    await assert.rejects(refused, NotSavedError);
    assert.deepEqual([...numbers.value], [['two', 2]]);
    assert.deepEqual(await onDisk(), { two: 2 });
    const next = open();
    await next.load();
    assert.deepEqual([...next.value], [['two', 2]]);
  });

  it('sets its file aside if a right cannot be removed from it, and writes the rest once there is room', async () => {
    const numbers = open();
    await numbers.change((entries) => withEntry('two', 2)(withEntry('one', 1)(entries)));
    disk = { write: full, writeInPlace: full };
    assert.equal(await numbers.revoke(without('one')), savedResult);
    await assert.rejects(fs.stat(file()));
    const setAside = errors.find((error) => error instanceof SetAside);
    assert.deepEqual(JSON.parse(await fs.readFile(setAside?.path ?? '', 'utf8')), {
      one: 1,
      two: 2,
    });
    assert.deepEqual([...numbers.value], [['two', 2]]);
    disk = {};
    await numbers.flush();
    assert.deepEqual(await onDisk(), { two: 2 });
  });

  it('reports that a right is still stored on a disk that rejects writes, and does not restore it', async () => {
    const numbers = open();
    await numbers.change(withEntry('one', 1));
    disk = { write: full, writeInPlace: full, setAside: full };
    await assert.rejects(
      numbers.revoke(without('one')),
      (error: unknown) => error instanceof NotSavedError && error.isRevocation,
    );
    assert.equal(numbers.value.size, 0);
    // A later write must not restore the revoked right from the file.
    await numbers.note(withEntry('two', 2));
    assert.deepEqual([...numbers.value], [['two', 2]]);
    disk = {};
    await numbers.flush();
    assert.deepEqual(await onDisk(), { two: 2 });
  });

  /** Holds the next write until `go` is called. */
  function slowDisk(): { readonly begun: Promise<unknown>; readonly go: () => void } {
    const real = new PrivateFolder(home);
    const events = new EventEmitter();
    const [begun, go] = [once(events, 'begun'), once(events, 'go')];
    disk = {
      write: async (name, content) => {
        events.emit('begun');
        await go;
        return real.write(name, content);
      },
    };
    return { begun, go: () => void events.emit('go') };
  }

  it('does not have a right that was revoked while it was being granted', async () => {
    for (const isBegun of [true, false]) {
      const numbers = open();
      await numbers.load();
      const slow = slowDisk();
      const before = isBegun ? undefined : numbers.change(withEntry('before', 0));
      if (!isBegun) await slow.begun;
      const given = numbers.change(withEntry('one', 1));
      if (isBegun) await slow.begun;
      const taken = numbers.revoke(without('one'));
      const seen = given.then(() => numbers.value.has('one'));
      slow.go();
      assert.equal(await seen, false, `given: ${String(isBegun)}`);
      await Promise.all([before, taken]);
      assert.equal(numbers.value.has('one'), false);
      assert.equal('one' in ((await onDisk()) as object), false);
    }
  });

  it('applies immediate changes in their order', async () => {
    const numbers = open();
    await numbers.load();
    const slow = slowDisk();
    const first = numbers.change(withEntry('before', 0));
    await slow.begun;
    const all = [
      numbers.changeNow(withEntry('one', 1)),
      numbers.revoke(without('one')),
      numbers.changeNow(withEntry('one', 2)),
    ];
    slow.go();
    await Promise.all([first, ...all]);
    assert.equal(numbers.value.get('one'), 2);
    assert.deepEqual(await onDisk(), { before: 0, one: 2 });
  });

  it('does not retry a revocation after the right was granted and stored again', async () => {
    const clock = mock.timers;
    const numbers = open();
    await numbers.change(withEntry('one', 1));
    disk = { write: full, writeInPlace: full, setAside: full };
    clock.enable({ apis: ['setTimeout'] });
    try {
      await assert.rejects(numbers.revoke(without('one')), NotSavedError);
      disk = {};
      await numbers.change(withEntry('one', 2));
      clock.tick(60_000);
      await numbers.flush();
    } finally {
      clock.reset();
    }
    assert.deepEqual(await onDisk(), { one: 2 });
    assert.equal(numbers.value.get('one'), 2);
  });

  it('retries all pending revocations on a disk that has room only for less data', async () => {
    const numbers = open();
    await numbers.change((entries) => withEntry('two', 2)(withEntry('one', 1)(entries)));
    disk = { write: full, writeInPlace: full, setAside: full };
    await assert.rejects(numbers.revoke(without('one')), NotSavedError);
    await assert.rejects(numbers.revoke(without('two')), NotSavedError);
    disk = { write: full };
    await numbers.note((entries) => entries);
    assert.deepEqual(await onDisk(), {});
    disk = {};
    await numbers.flush();
  });
});
