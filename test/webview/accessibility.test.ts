import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import { believableBoard } from '../support/page/believableBoard';
import type { FakeHost, FakeHostOptions } from '../support/page/fakeHost';
import { pageSuite } from '../support/page/pageSuite';
import { themeNames } from '../support/page/themes';

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** Every rule there is, the proposals included; a finding is named with the element it is about. */
async function violations(host: FakeHost): Promise<readonly string[]> {
  const source = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  await host.page.clock.resume(); // The audit waits for itself.
  await host.page.evaluate(source);
  return host.page.evaluate(async () => {
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ''}`,
      ),
    );
  });
}

const views: Readonly<Record<string, FakeHostOptions>> = {
  'the full board': { sessions: believableBoard, hooks: 'missing' },
  'the board behind tabs': { sessions: believableBoard, width: 600 },
  'the board in a side bar': { sessions: believableBoard, width: 300, height: 700 },
  'the stale board': { sessions: believableBoard, connection: 'offline' },
  'the first run': { hooks: 'missing' },
  'the loading board': { connection: 'connecting' },
};

describe('the accessibility audit', function () {
  this.timeout(60_000);
  const open = pageSuite();

  for (const theme of themeNames) {
    for (const [name, options] of Object.entries(views)) {
      it(`finds nothing in ${name}, theme ${theme}`, async () => {
        const host = await open({ ...options, theme });
        await host.page.clock.runFor(1000);
        assert.deepEqual(await violations(host), []);
      });
    }
  }

  for (const theme of themeNames) {
    it(`finds nothing once everything that opens is open, theme ${theme}`, async () => {
      const host = await open({ sessions: believableBoard, theme });
      for (const name of ['Why?', '1 completed, 1 failed', '1 dismissed']) {
        await host.page.getByRole('button', { name }).first().click();
      }
      await host.page.getByRole('button', { name: 'Restore' }).waitFor();
      assert.deepEqual(await violations(host), []);
    });
  }

  it('finds what is wrong when something is', async () => {
    const host = await open({ sessions: believableBoard });
    await host.page.evaluate(() => {
      for (const button of document.querySelectorAll('.icon-button')) button.ariaLabel = '';
      for (const button of document.querySelectorAll('.icon-button'))
        button.removeAttribute('title');
    });
    assert.match((await violations(host)).join('\n'), /button-name/);
  });
});

describe('the focus ring', () => {
  const open = pageSuite();

  for (const theme of themeNames) {
    it(`is drawn around the card in the theme's colour, theme ${theme}`, async () => {
      const host = await open({ sessions: believableBoard, theme });
      await host.page.keyboard.press('Tab');
      const [ring, focusBorder] = await host.page.evaluate(() => {
        const { outlineColor, outlineStyle } = getComputedStyle(
          document.activeElement ?? document.body,
          '::after',
        );
        const probe = document.createElement('i');
        probe.style.color = 'var(--vscode-focusBorder)';
        document.body.append(probe);
        return [`${outlineStyle} ${outlineColor}`, `solid ${getComputedStyle(probe).color}`];
      });
      assert.equal(ring, focusBorder);
    });
  }
});
