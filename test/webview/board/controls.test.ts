import assert from 'node:assert/strict';
import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { collidingBoard } from '../../support/page/boards/collidingBoard';
import { deliveredBoard } from '../../support/page/boards/deliveredBoard';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';

const openPage = pageSuite();

const open = async (more: FakeHostOptions = {}): Promise<FakeHost> => {
  const sessions = [...answerableBoard, ...deliveredBoard, ...collidingBoard];
  const host = await openPage({ sessions, width: 1440, height: 900, ...more });
  await host.page.locator('.fixed-card').first().waitFor();
  return host;
};

/**
 * Names of the controls that are visible while the pointer is elsewhere, grouped by the part of the
 * page.
 */
const inSight = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('button, a, input, textarea, [tabindex="0"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      // Checked up to the body: tests leave pages unpainted by a transparent root element.
      for (
        let part: Element | null = one;
        part !== document.body;
        part = part?.parentElement ?? null
      )
        if (part === null || getComputedStyle(part).opacity === '0') return false;
      const card = one.closest('.fixed-card');
      return at !== null && (one.contains(at) || (card?.contains(at) ?? at.contains(one)));
    })
    .map((one) => {
      const part = one.closest('.top-bar, .column-heading, .tab-row, .fixed-card, .pane');
      return `${part?.classList[0] ?? 'list'}: ${one.dataset['action'] ?? one.ariaLabel ?? one.textContent}`;
    });

describe('The first view of the board', () => {
  for (const [name, most, more] of [
    ['beside a side bar', 40, { width: 1092 }],
    ['as a list', 40, { kept: { layout: 'list' } }],
    ['behind tabs', 40, { width: 700 }],
    ['in a side bar', 40, { width: 300, place: 'side' }],
  ] as const satisfies readonly (readonly [string, number, FakeHostOptions])[])
    it(`has at most ${most} controls: ${name}`, async () => {
      const { page } = await open(more);
      await eventually(async () => {
        const found = await page.evaluate(inSight);
        assert.ok(found.length > 10 && found.length <= most, found.join('\n'));
      });
    });

  for (const layout of ['columns', 'list', 'grid'] as const)
    it(`has what chooses and answers alone beside the pane: ${layout}`, async () => {
      const { page } = await open({ kept: { layout } });
      const found = await page.evaluate(inSight);
      const of = (part: string) => found.filter((one) => one.startsWith(`${part}: `));
      assert.deepEqual(of('top-bar'), [
        'top-bar: Filter sessions',
        'top-bar: View',
        'top-bar: newBoardSession',
        'top-bar: More',
      ]);
      assert.deepEqual(of('column-heading'), []);
      assert.deepEqual([...new Set(of('card'))].sort(), ['card: open']);
      assert.ok(of('pane').length < 20, of('pane').join('\n'));
    });

  it('has the tools of a column, the filter and a card once the pointer or the focus is there', async () => {
    const { page } = await open();
    for (const [place, tool] of [
      ['.column[data-group="needs_you"] .column-name', 'column-heading: fold'],
      ['.filter-input', 'top-bar: Filter by'],
      ['.fixed-card', 'card: menu'],
    ] as const) {
      await page.mouse.move(1_400, 890);
      await eventually(async () =>
        assert.ok(!(await page.evaluate(inSight)).includes(tool), `${tool} before`),
      );
      await page.locator(place).first().hover();
      await eventually(async () => assert.ok((await page.evaluate(inSight)).includes(tool), tool));
    }
    await page.mouse.move(1_400, 890);
    await page.getByRole('button', { name: 'Column Running' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await eventually(async () =>
      assert.ok((await page.evaluate(inSight)).includes('column-heading: fold')),
    );
  });
});
