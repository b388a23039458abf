import assert from 'node:assert/strict';
import { createExtensionApi, type ExtensionApi } from '../../../src/extension/api/extensionApi';
import type { MissionControlApi } from '../../../src/shared/api/missionControl';
import { mostLabelBytes } from '../../../src/shared/protocol/layers/labels';
import { ApiBench } from '../../support/fakes/apiParts';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

describe('A collection of labels', () => {
  let bench: ApiBench;
  let opened: ExtensionApi;
  let api: MissionControlApi;

  beforeEach(() => {
    bench = new ApiBench();
    opened = createExtensionApi(bench.parts);
    api = opened.exports.getAPI(1);
  });
  afterEach(() => opened.dispose());

  const offers = (...labels: readonly string[]): Promise<unknown> =>
    until(
      () => bench.offered,
      (offered) => assert.deepEqual(offered, labels),
    );

  it('is offered to the hub with what it says of each session', async () => {
    const first = api.createLabelCollection('acme.deploys');
    const second = api.createLabelCollection('acme.deploys/preview');
    second.set('s', { label: 'Preview' });
    first.set('s', { label: 'Deployed', icon: 'rocket' });
    await offers('acme.deploys s: Deployed', 'acme.deploys/preview s: Preview');
    assert.equal(bench.offers.at(-1)?.collections[0]?.extension, 'acme.deploys');
    first.set('s', { label: 'Deployed again' });
    second.delete('s');
    await offers('acme.deploys s: Deployed again');
  });

  it('is replaced as a whole, or not at all', async () => {
    const collection = api.createLabelCollection('acme.deploys');
    collection.set('gone', { label: 'Gone' });
    collection.set(new Map([['a', { label: 'A' }], ['b', { label: 'B' }]])); // prettier-ignore
    await offers('acme.deploys a: A', 'acme.deploys b: B');
    const bad = [['c', { label: 'C' }], ['d', { label: 7 }]]; // prettier-ignore
    assert.throws(() => collection.set(bad as never), TypeError);
    assert.throws(() => collection.set(7 as never), /set takes a session id and a label/);
    assert.throws(() => collection.set([7] as never), /set takes a session id and a label/);
    await waitFixedTime(150);
    assert.deepEqual(bench.offered, ['acme.deploys a: A', 'acme.deploys b: B']);
    collection.clear();
    await offers();
  });

  it('tells ten thousand changes in one call', async () => {
    const collection = api.createLabelCollection('acme.deploys');
    for (let at = 0; at < 10_000; at++) collection.set('s', { label: `Step ${at}` });
    await offers('acme.deploys s: Step 9999');
    await waitFixedTime(250);
    assert.equal(bench.offers.length, 1);
    collection.set('s', { label: 'Step 9999' });
    await waitFixedTime(250);
    assert.equal(bench.offers.length, 1, 'the same label is no change');
  });

  it('takes at most 2,000 labels of an extension, and says so once', async () => {
    const one = api.createLabelCollection('acme.deploys');
    const other = api.createLabelCollection('acme.deploys/more');
    for (let at = 0; at < 1_500; at++) one.set(`s${at}`, { label: 'A' });
    for (let at = 0; at < 1_500; at++) other.set(`s${at}`, { label: 'B' });
    api.createLabelCollection('acme.other').set('s', { label: 'Not counted' });
    await until(
      () => bench.offered.length,
      (count) => assert.equal(count, 2_001),
    );
    other.set('s0', { label: 'Still changed' });
    await until(
      () => bench.offered,
      (offered) => assert.ok(offered.includes('acme.deploys/more s0: Still changed')),
    );
    assert.equal(bench.logged.length, 1);
    assert.match(bench.logged[0] ?? '', /^acme\.deploys holds 2000 labels already/);
  });

  it('takes no more bytes than a call to the hub has room for', async () => {
    const collection = api.createLabelCollection('acme.deploys');
    const badges = Array.from({ length: 4 }, () => ({
      text: 'é'.repeat(100),
      tooltip: 'é'.repeat(300),
    }));
    const big = { label: 'Big', badges } as never;
    for (let at = 0; at < 1_000; at++) collection.set(`s${at}`, big);
    await until(
      () => Buffer.byteLength(JSON.stringify(bench.offers.at(-1) ?? '')),
      (bytes) => assert.ok(bytes > mostLabelBytes * 0.9 && bytes < 1_000_000, String(bytes)),
    );
    assert.equal(bench.logged.length, 1);
    assert.match(bench.logged[0] ?? '', /take 700 kB already/);
    const before = bench.offered.length;
    collection.clear();
    await offers();
    for (let at = 0; at < 1_000; at++) collection.set(`t${at}`, big);
    await until(
      () => bench.offered.length,
      (count) => assert.equal(count, before, 'what was cleared left its room'),
    );
  });

  it('loses a label when its time is over', async () => {
    const collection = api.createLabelCollection('acme.deploys');
    collection.set('long', { label: 'Long' }, { ttlMs: 600_000 });
    collection.set('short', { label: 'Short' }, { ttlMs: 300 });
    collection.set('kept', { label: 'Kept' }, { ttlMs: 300 });
    await offers('acme.deploys long: Long', 'acme.deploys short: Short', 'acme.deploys kept: Kept');
    collection.set('kept', { label: 'Kept' });
    await offers('acme.deploys long: Long', 'acme.deploys kept: Kept');
    for (const ttlMs of [0, -1, Infinity, NaN, '5']) {
      const options = { ttlMs } as { ttlMs: number };
      assert.throws(() => collection.set('s', { label: 'A' }, options), /ttlMs takes a number/);
    }
  });

  it('takes its labels away when it is disposed', async () => {
    const collection = api.createLabelCollection('acme.deploys');
    collection.set('s', { label: 'A' });
    await offers('acme.deploys s: A');
    collection.dispose();
    collection.dispose();
    await offers();
    assert.throws(() => collection.set('s', { label: 'A' }), /was disposed: create another one/);
    api.createLabelCollection('acme.deploys').set('s', { label: 'B' });
    await offers('acme.deploys s: B');
  });

  it('goes with an extension that disposed nothing', async () => {
    const collection = api.createLabelCollection('acme.deploys');
    collection.set('s', { label: 'A' });
    api.createLabelCollection('acme.other').set('s', { label: 'B' });
    await offers('acme.deploys s: A', 'acme.other s: B');
    bench.uninstall('acme.deploys');
    await offers('acme.other s: B');
    assert.throws(() => collection.clear(), /was disposed/);
  });

  it('is named after an installed extension, and only once', () => {
    for (const id of [
      '',
      'deploys',
      'acme.unknown',
      'acme.deploys/',
      'acme.deploys/a/b',
      7,
      null,
    ]) {
      assert.throws(
        () => api.createLabelCollection(id as string),
        /has to be that of your extension/,
      );
    }
    api.createLabelCollection('big.letters').dispose();
    api.createLabelCollection('acme.deploys');
    assert.throws(() => api.createLabelCollection('acme.deploys'), /already: dispose it first/);
  });

  it('is one of 64 at most', () => {
    for (let at = 0; at < 64; at++) api.createLabelCollection(`acme.deploys/${at}`);
    assert.throws(() => api.createLabelCollection('acme.deploys'), /There are 64 collections/);
  });
});
