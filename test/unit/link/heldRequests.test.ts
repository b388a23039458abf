import assert from 'node:assert/strict';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import { bundleEntry, type HubScript } from '../../support/hub/process/hubScript';
import { HeldScene } from '../../support/hub/process/heldScene';
import { addPhonePage } from '../../support/hub/process/outlivingHubs';
import { needs } from '../../support/skip';

describe('Requests that wait for an answer', function () {
  this.timeout(200_000);
  let script: string;
  let window: HubScript;
  let scene: HeldScene;

  before(async function () {
    needs(this, 'sh');
    script = await bundleHub();
    await addPhonePage(script);
    window = await bundleEntry('test/support/hub/process/windowProcessMain.ts');
  });
  after(async () => {
    await window.remove();
    await removeBundle(script);
  });
  beforeEach(async () => (scene = await HeldScene.make(script, window.file)));
  afterEach(() => scene.dispose());

  const leaves = { closes: 'close', crashes: 'crash' } as const;

  for (const [how, leave] of Object.entries(leaves)) {
    it(`are answered in the only window after it ${how} and comes back`, async () => {
      const only = await scene.open();
      await scene.hold();
      await only[leave]();
      await scene.answerIn(await scene.open());
    });

    it(`are answered in the window that is left after the one with the hub ${how}`, async () => {
      const first = await scene.open();
      const second = await scene.open();
      await scene.hold();
      await first[leave]();
      await scene.answerIn(second);
    });

    it(`are answered on a phone after the only window ${how}`, async () => {
      const only = await scene.open();
      await scene.pair();
      await scene.hold();
      await only[leave]();
      await scene.answerOnPhone();
    });

    it(`are answered in a window that ${how} and comes back while a phone is paired`, async () => {
      const only = await scene.open();
      await scene.pair();
      await scene.hold();
      await only[leave]();
      await scene.answerIn(await scene.open());
    });

    it(`are answered on a phone after a window ${how} whose editor keeps no secrets`, async () => {
      const only = await scene.open();
      await scene.pair();
      await scene.hold();
      await only[leave]();
      // Two, so that the hub hears of another change after each has said that it may not answer.
      for (let count = 0; count < 2; count += 1) {
        const next = await scene.open({ secrets: scene.secrets('other') });
        await next.waitFor(({ status }) => assert.equal(status, 'stranger'));
      }
      await scene.answerOnPhone();
    });
  }

  it('are answered on a phone and at the desk after a window came whose workspace is not trusted', async () => {
    const desk = await scene.open();
    await scene.pair();
    await scene.hold();
    const untrusted = await scene.open({ isTrusted: false });
    await untrusted.waitFor(({ waiting }) => assert.equal(waiting.length, 4));
    await desk.close();
    await untrusted.close();
    await scene.answerOnPhone(scene.waiting.slice(0, 1));
    await scene.answerIn(await scene.open(), scene.waiting.slice(1));
  });

  it('wait for the only window to come back while one that is not trusted is there', async () => {
    const desk = await scene.open();
    const untrusted = await scene.open({ isTrusted: false });
    await scene.hold([desk]);
    await desk.close();
    await untrusted.waitFor(({ connection, waiting }) => {
      assert.deepEqual([connection, waiting.length], ['live', 4]);
    });
    await scene.answerIn(await scene.open());
  });

  it('are answered in a window of a newer version, which replaces the hub once all are', async () => {
    const old = await scene.open();
    await scene.pair();
    await scene.hold();
    const before = await scene.hubChanged();
    await old.close();
    await scene.answerIn(await scene.open({ release: '1.0.1' }));
    await scene.hubChanged(before);
  });

  it('are answered in a window whose editor keeps no secrets, where no phone may answer', async () => {
    const only = await scene.open();
    await scene.pair('watch');
    await scene.phone?.hangUp();
    await scene.hold();
    await only.close();
    await scene.answerIn(await scene.open({ secrets: scene.secrets('other') }));
  });

  it('go back to their terminals where nobody comes any more', async () => {
    const only = await scene.open();
    await scene.holdInHaste();
    await only.crash();
    for (const { answer } of scene.waiting) assert.equal(await answer, '');
  });

  it('are answered everywhere after the hub was killed', async () => {
    const [one] = [await scene.open(), await scene.open()];
    await scene.pair();
    await scene.hold();
    await scene.killHub();
    await scene.answerIn(one);
  });

  it('are answered on a phone after the hub was killed', async () => {
    await scene.open();
    await scene.pair();
    await scene.hold();
    const before = await scene.hubChanged();
    await scene.killHub();
    await scene.hubChanged(before);
    await scene.findPhoneAgain();
    await scene.answerOnPhone();
  });
});
