import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';

const runs = aSession({ sessionId: 'one', title: 'one' });
const other = aSession({ sessionId: 'two', title: 'two' });
const asks = aSession({
  sessionId: 'one',
  title: 'one',
  agentState: { group: 'needs_you', state: 'awaiting_input', label: 'Asked you a question' },
});

/** Counts the animations that begin from now on. */
async function watchAnimations(host: FakeHost): Promise<() => Promise<number>> {
  await host.page.evaluate(() => {
    const { dataset } = document.body;
    const animate: object = Reflect.get(Element.prototype, 'animate');
    const counting = new Proxy(animate, {
      apply: (target, card, values) => {
        dataset['animations'] = String(Number(dataset['animations'] ?? 0) + 1);
        // Calls the original function.
        return Reflect.apply(target as () => Animation, card, values);
      },
    });
    Reflect.set(Element.prototype, 'animate', counting);
  });
  return async () => Number(await host.page.locator('body').getAttribute('data-animations'));
}

/** Makes every animation from now on last more than a second. */
async function slowDown(host: FakeHost): Promise<void> {
  await host.page.evaluate(() => {
    const animate: object = Reflect.get(Element.prototype, 'animate');
    const slow = (target: object, self: object, [frames, timing]: unknown[]): unknown =>
      Reflect.apply(target as (...all: unknown[]) => unknown, self, [
        frames,
        typeof timing === 'number' ? timing * 5 : { ...(timing as object), duration: 1500 },
      ]);
    Reflect.set(Element.prototype, 'animate', new Proxy(animate, { apply: slow }));
  });
}

describe('a card that moves', () => {
  const open = pageSuite();

  it('travels to its new place, and leaves no picture behind', async () => {
    const host = await open({ sessions: [runs, other], motion: true });
    const animations = await watchAnimations(host);
    await host.update([asks]);
    await host.page.getByRole('region', { name: 'Needs You 1' }).waitFor();
    assert.ok((await animations()) > 0);
    await eventually(async () => assert.equal(await host.page.locator('.travelling').count(), 0));
    assert.equal(await host.page.locator('[data-session="one"]').count(), 1);
  });

  it('is seen whole on its way, and its place clips again once it is there', async () => {
    const host = await open({ sessions: [runs, other], motion: true });
    const slot = host.page.locator('.slot:has([data-session="two"])');
    const clips = () => slot.evaluate((one) => getComputedStyle(one).contentVisibility);
    assert.equal(await clips(), 'auto');
    await slowDown(host);
    await host.update([asks]);
    await eventually(async () => assert.equal(await clips(), 'visible'));
    await eventually(async () => assert.equal(await clips(), 'auto'));
  });

  for (const layout of ['columns', 'grid', 'list'] as const)
    it(`looks on its way as it did in its place, in ${layout}`, async () => {
      const host = await open({ sessions: [runs, other], motion: true, kept: { layout } });
      const parts = (around: string): Promise<readonly string[]> =>
        host.page
          .locator(`${around} :is(.card-icon, .open, .doing, .quiet-line)`)
          .evaluateAll((all) =>
            all.map((one) => {
              const { left, top, width, height } = one.getBoundingClientRect();
              const card = one.closest('.card')?.getBoundingClientRect();
              const place = [left - (card?.left ?? 0), top - (card?.top ?? 0), width, height];
              return `${one.className} ${place.map(Math.round).join(' ')}`;
            }),
          );
      const before = await parts('.fixed-card[data-session="one"]');
      assert.ok(before.length >= 4, before.join());
      await slowDown(host);
      await host.update([asks]);
      await host.page.locator('.travelling').waitFor({ state: 'attached' });
      assert.deepEqual(await parts('.travelling'), before);
    });

  it('just appears where motion is not wanted', async () => {
    const host = await open({ sessions: [runs, other] });
    const animations = await watchAnimations(host);
    await host.update([asks]);
    await host.page.getByRole('region', { name: 'Needs You 1' }).waitFor();
    assert.equal(await animations(), 0);
  });

  it("just appears where the editor's own setting asks for stillness", async () => {
    const host = await open({ sessions: [runs, other], motion: true });
    await host.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
    const animations = await watchAnimations(host);
    await host.update([asks]);
    await host.page.getByRole('region', { name: 'Needs You 1' }).waitFor();
    assert.equal(await animations(), 0);
  });
});
