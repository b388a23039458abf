import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import { GrantDesk } from '../../support/grants/grantDesk';

const minute = 60_000;

describe('A grant', function () {
  this.timeout(60_000);
  let desk: GrantDesk;
  beforeEach(async () => (desk = await GrantDesk.start()));
  afterEach(() => desk.dispose());

  const endings = (): readonly (string | undefined)[] =>
    desk.cards.map(({ ended }) => ended?.reason);

  it('allows until its time is over', async () => {
    await desk.giveBeginning('npm test', { ms: minute });
    desk.clock.run(minute - 1_000);
    assert.equal(await desk.isAllowed('npm test x'), true);
    desk.clock.run(1_000);
    assert.deepEqual(endings(), ['time']);
    assert.equal(await desk.isAllowed('npm test x'), false);
  });

  it('ends at its time while the computer sleeps, whether or not the second clock stops', async () => {
    for (const isCounted of [true, false]) {
      const id = await desk.giveBeginning('npm test', { ms: minute });
      desk.clock.sleep(minute, isCounted);
      // Nothing has run since; the first request after the sleep is asked all the same.
      assert.equal(await desk.isAllowed('npm test x'), false);
      desk.clock.run(1_000);
      assert.equal(desk.cards.find((card) => card.id === id)?.ended?.reason, 'time');
    }
  });

  it('does not live longer when the clock is set back, nor comes back when it is', async () => {
    await desk.giveBeginning('npm test', { ms: minute });
    desk.clock.wall -= 60 * minute;
    assert.equal(await desk.isAllowed('npm test x'), true);
    desk.clock.run(minute);
    assert.deepEqual(endings(), ['time']);
    assert.equal(await desk.isAllowed('npm test x'), false);
  });

  it('ends within a second when the clock is set forward', async () => {
    await desk.giveBeginning('npm test', { ms: minute });
    desk.clock.wall += minute;
    assert.equal(await desk.isAllowed('npm test x'), false);
    desk.clock.run(1_000);
    assert.deepEqual(endings(), ['time']);
    desk.clock.wall -= minute;
    assert.equal(await desk.isAllowed('npm test x'), false);
  });

  it('without a time ends after a day at the latest', async () => {
    await desk.giveBeginning('npm test');
    desk.clock.sleep(24 * 60 * minute - 1_000, true);
    assert.equal(await desk.isAllowed('npm test x'), true);
    desk.clock.run(1_000);
    assert.deepEqual(endings(), ['time']);
  });

  it('survives a restart of the hub with its uses, and ends on time after it', async () => {
    await desk.giveBeginning('npm test', { ms: minute, uses: 3 });
    desk.clock.run(10_000);
    await desk.restart();
    assert.deepEqual(
      desk.living.map(({ usesLeft, words }) => [usesLeft, words]),
      [[2, 'npm test …']],
    );
    assert.equal(await desk.isAllowed('npm test x'), true);
    desk.clock.sleep(49_000, false);
    await desk.restart();
    assert.deepEqual(
      desk.living.map(({ usesLeft }) => usesLeft),
      [1],
    );
    desk.clock.run(1_000);
    assert.deepEqual(endings(), ['time']);
  });

  it('that ended while no hub ran does not come back', async () => {
    await desk.giveBeginning('npm test', { ms: minute });
    desk.clock.sleep(minute, true);
    await desk.restart();
    assert.deepEqual(desk.cards, []);
    desk.clock.wall -= 2 * minute;
    await desk.restart();
    assert.equal(await desk.isAllowed('npm test x'), false);
  });

  it('does not survive a restart of the computer', async () => {
    await desk.giveBeginning('npm test');
    desk.boot = { id: 'next boot', at: 0 };
    await desk.restart();
    assert.equal(await desk.isAllowed('npm test x'), false);
    desk.boot = { id: 'boot', at: 0 };
    await desk.restart();
    assert.equal(await desk.isAllowed('npm test x'), false, 'it was removed from the file');
  });

  it('does not survive a restart of the computer of which only the running time tells', async () => {
    await desk.giveBeginning('npm test');
    desk.clock.up = 5;
    await desk.restart();
    assert.equal(await desk.isAllowed('npm test x'), false);
  });

  it('ends when its key is revoked, and before the next answer', async () => {
    await desk.giveBeginning('npm test');
    desk.keys.remove([...desk.keys.publicKeys]);
    assert.equal(await desk.isAllowed('npm test x'), false);
    desk.clock.run(1_000);
    assert.deepEqual(endings(), ['key']);
  });

  it('of a phone ends when the phone may no longer answer, and with this hub', async () => {
    desk.useThePhone();
    await desk.giveBeginning('npm test');
    assert.equal(await desk.isAllowed('npm test x'), true);
    assert.match(desk.living[0]?.by ?? '', /phone/);
    desk.keys.remove([desk.phone.signer.publicKey]);
    desk.clock.run(1_000);
    assert.deepEqual(endings(), ['key']);
    desk.keys.add([desk.phone.signer.publicKey]);
    assert.equal(await desk.isAllowed('npm test x'), false);
    await desk.giveBeginning('npm test');
    await desk.restart();
    assert.equal(await desk.isAllowed('npm test x'), false);
    assert.deepEqual(desk.cards, []);
  });

  it('ends when control is switched off, and rests while nobody may answer', async () => {
    await desk.giveBeginning('npm test');
    desk.offers.connect('desk');
    const unsigned = { window: 'desk', label: '', enabled: true, disabledProjects: [] };
    desk.offers.acceptOffer(unsigned, true);
    desk.offers.disconnect('window');
    assert.equal(await desk.isAllowed('npm test x'), false, 'only a desk offers, without a key');
    assert.deepEqual(endings(), [undefined]);
    desk.offer('window');
    assert.equal(await desk.isAllowed('npm test x'), true);
    desk.offer('window', false);
    assert.deepEqual(endings(), ['control']);
  });

  it('ends with its session, and with the process that ran it', async () => {
    await desk.giveBeginning('npm test');
    desk.grants.start();
    desk.put('s', { pid: 101 });
    assert.deepEqual(endings(), ['session']);
    await desk.giveBeginning('npm test');
    desk.remove('s');
    assert.deepEqual(endings(), ['session', 'session']);
  });

  it('ends when its folder is moved, and when another takes its place', async () => {
    for (const replace of [
      () => mkdir(desk.project),
      () => symlink(path.join(desk.root, 'other'), desk.project),
      () => Promise.resolve(),
    ]) {
      await desk.giveBeginning('npm test');
      await rename(desk.project, `${desk.project}-moved`);
      await replace();
      assert.equal(await desk.isAllowed('npm test x'), false);
      assert.equal(desk.cards.at(-1)?.ended?.reason, 'folder');
      await desk.grants.endAll();
      await rm(desk.project, { recursive: true, force: true });
      await rename(`${desk.project}-moved`, desk.project);
    }
  });

  it('is removed from the file when it ends, so that no restart brings it back', async () => {
    const id = await desk.giveBeginning('npm test');
    await desk.grants.end(id);
    await desk.restart();
    assert.deepEqual(desk.cards, []);
    await desk.giveBeginning('npm test', { uses: 1 });
    desk.clock.run(1_000);
    assert.deepEqual(endings(), ['uses']);
    await desk.restart();
    assert.deepEqual(desk.cards, []);
  });

  it('that ended by itself is shown for ten minutes', async () => {
    await desk.giveBeginning('npm test', { uses: 1 });
    desk.clock.run(9 * minute);
    assert.deepEqual(endings(), ['uses']);
    desk.clock.run(2 * minute);
    assert.deepEqual(endings(), []);
  });
});
