import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import {
  asks,
  button,
  cardOf,
  decided,
  decision,
  waitUntilReadable,
} from '../../support/page/boards/answerableCards';
import { eventually } from '../../support/page/eventually';
import { waitUntilDrawn, type FakeHost, type FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';

const openPage = pageSuite();

const open = (sessions: readonly LiveSession[], more: FakeHostOptions = {}): Promise<FakeHost> =>
  openPage({ sessions, width: 1440, height: 900, ...more });

describe('A button that comes beneath a resting pointer', () => {
  it('decides nothing at first, also where the card grew and stays in its place', async () => {
    const command = `npm run build -- --to ${'folder/'.repeat(6)}`;
    const host = await open([asks('a'), asks('b', { toolInput: { command } })], {
      kept: { layout: 'columns' },
      place: 'side',
      width: 430,
    });
    await button(host, 'b', 'Review').waitFor();
    await waitUntilReadable(host);
    await host.page.setViewportSize({ width: 700, height: 900 });
    await button(host, 'b').click();
    await waitUntilReadable(host, 300);
    await button(host, 'b').click();
    await waitUntilReadable(host, 0);
    assert.deepEqual(decided(host), []);
    await host.page.clock.runFor(300);
    await button(host, 'b').click();
    await eventually(() => assert.deepEqual(decided(host), [decision('b')]));
  });
});

describe('A press on a card whose words cannot be read any more decides nothing', () => {
  it('where the letters were set wider since', async () => {
    const command = `npm run build -- --to ${'folder/'.repeat(6)}`;
    const host = await open([asks('a'), asks('b', { toolInput: { command } })], {
      kept: { layout: 'columns' },
      place: 'side',
      width: 700,
    });
    await waitUntilReadable(host);
    await button(host, 'b').waitFor();
    await host.page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>('.doing-text'))
        one.style.letterSpacing = '12px';
    });
    await button(host, 'b').click();
    await waitUntilReadable(host, 0);
    assert.deepEqual(decided(host), []);
    await button(host, 'b', 'Review').waitFor();
  });

  it('where something lies over them', async () => {
    const host = await open([asks('a'), asks('b')]);
    await waitUntilReadable(host);
    const words = await cardOf(host, 'b').locator('.doing-text').boundingBox();
    const { x, y, height } = words ?? assert.fail('no words');
    await host.page.evaluate(
      ([left, top, high]) => {
        const pill = document.createElement('div');
        pill.style.cssText = `position: fixed; z-index: 9; inset: ${top}px auto auto ${left}px; block-size: ${high}px; inline-size: 25px;`;
        document.body.append(pill);
      },
      [x + 20, y, height] as const,
    );
    await button(host, 'b').click();
    await waitUntilReadable(host, 0);
    assert.deepEqual(decided(host), []);
    await host.page.evaluate(() => document.body.lastElementChild?.remove());
    await button(host, 'b').click();
    await eventually(() => assert.deepEqual(decided(host), [decision('b')]));
  });
});

/** The sessions whose buttons cover a part of the request that they answer. */
function covered(): readonly (string | undefined)[] {
  const cards = [...document.querySelectorAll<HTMLElement>('.fixed-card')].filter((card) => {
    const buttons = [...card.querySelectorAll('.card-choice[data-action="allowOnCard"]')];
    const text = document.createRange();
    text.selectNodeContents(card.querySelector('.doing') ?? card);
    return buttons
      .map((one) => one.getBoundingClientRect())
      .some(({ left, top, bottom }) =>
        [...text.getClientRects()].some(
          (line) => line.right > left + 1 && line.top < bottom - 2 && line.bottom > top + 2,
        ),
      );
  });
  return cards.map((card) => card.dataset['session']);
}

describe('The buttons of a card lie over nothing that they answer', () => {
  const letters = 'abcdefghijkl'.split('');
  const sessions = letters.map((name, at) =>
    asks(name, { toolInput: { command: `npm run ${'word '.repeat(2 * at)}${name}` } }),
  );
  const touch = { hasTouch: true, isMobile: true };
  for (const [where, more] of [
    ['in English', {}],
    ['in German', { language: 'de' }],
    ['under a finger', { device: touch }],
  ] as const)
    for (const layout of ['columns', 'list'] as const)
      it(`${where}, in letters of any size, in ${layout}`, async () => {
        const host = await open(sessions, { ...more, place: 'side', kept: { layout } });
        for (const size of [13, 16, 20, 28])
          for (const width of [340, 480, 700]) {
            await host.page.setViewportSize({ width, height: 1600 });
            await host.page.evaluate(
              (px) => document.documentElement.style.setProperty('--vscode-font-size', `${px}px`),
              size,
            );
            await host.page.evaluate(waitUntilDrawn);
            assert.deepEqual(await host.page.evaluate(covered), [], `${size} px, ${width} wide`);
          }
      });
});
