import assert from 'node:assert/strict';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import { compiledEntry, type HubScript } from '../../support/hub/process/hubScript';
import { heldRows, play, titleOf, type HeldRow } from '../../support/hub/process/heldGrid';
import { HeldScene, type SceneBundles } from '../../support/hub/process/heldScene';
import { addPhonePage } from '../../support/hub/process/detachedHubs';
import { needs } from '../../support/skip';

describe('Requests that wait for an answer', function () {
  this.timeout(200_000);
  let bundles: SceneBundles;
  let window: HubScript;
  let scene: HeldScene;

  before(async function () {
    needs(this, 'sh');
    window = await compiledEntry('test/support/hub/process/windowProcessMain.ts');
    bundles = { script: await bundleHub(), window: window.file };
    await addPhonePage(bundles.script);
  });
  after(async () => {
    await window.remove();
    await removeBundle(bundles.script);
  });

  describe('in every row of the grid', () => {
    let paired: HeldScene;
    before(async () => {
      paired = await HeldScene.make(bundles);
      await paired.open();
      await paired.pair();
      await paired.phone?.hangUp();
    });
    after(async () => {
      await Promise.allSettled(started.values());
      await paired.dispose();
    });

    // Rows mostly wait, so several run concurrently.
    const started = new Map<HeldRow, Promise<void>>();
    const resultOf = (at: number): Promise<void> | undefined => {
      for (const row of heldRows.slice(at, at + 4)) {
        if (started.has(row)) continue;
        const played = play(row, paired);
        played.catch(() => undefined); // The failure is reported by the row's own test.
        started.set(row, played);
      }
      return started.get(heldRows[at]!);
    };
    for (const [at, row] of heldRows.entries()) it(titleOf(row), () => resultOf(at));
  });

  describe('elsewhere', () => {
    beforeEach(async () => (scene = await HeldScene.make(bundles)));
    afterEach(() => scene.dispose());

    const leaves = { closes: 'close', crashes: 'crash' } as const;
    for (const [how, leave] of Object.entries(leaves)) {
      it(`are answered on a phone after a window ${how} whose editor keeps no secrets`, async () => {
        const only = await scene.openProcess();
        await scene.pair();
        await scene.hold();
        await only[leave]();
        // Two windows, so that the hub gets another change after each has reported that it may not
        // answer.
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
      await scene.hold({ windows: [desk] });
      await desk.close();
      await untrusted.waitFor(({ connection, waiting }) => {
        assert.deepEqual([connection, waiting.length], ['live', 4]);
      });
      await scene.answerIn(await scene.open());
    });

    it('are answered in a window whose editor keeps no secrets, where no phone may answer', async () => {
      const only = await scene.open();
      await scene.pair('watch');
      await scene.phone?.hangUp();
      await scene.hold();
      await only.close();
      await scene.answerIn(await scene.open({ secrets: scene.secrets('other') }));
    });
  });
});
