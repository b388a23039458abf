import * as assert from 'node:assert/strict';
import type { EditorFixture } from '../../support/editor/fixture';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

/** Needs an editor whose tree shows no session yet and that can find four past ones. */
export function filtersTheTree(started: EditorFixture, home: () => string): void {
  describe('the filter of the tree', function () {
    this.timeout(120_000);

    before('have two sessions', async () => {
      for (const [index, title] of ['Build the checkout page', 'Sort the list'].entries()) {
        const transcript = TranscriptFile.of(home(), `5e551011-0000-4000-8000-00000000000${index}`);
        await transcript.write(transcript.prompt(title));
      }
    });

    const both = /^(?=[^]*Sort the list)(?=[^]*Build the checkout)/;
    const input = () => started.workbench.page.getByPlaceholder(/project:name/);
    const sideBar = () => started.workbench.page.locator('.part.sidebar');
    const shows = (text: RegExp, hidden: RegExp) =>
      until(
        async () => sideBar().innerText(),
        (now) => {
          const plain = now.replaceAll('\u00a0', ' ');
          assert.match(plain, text);
          assert.doesNotMatch(plain, hidden);
        },
      );

    it('narrows the rows with each letter, says so, and is cleared by its button', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      await shows(both, /Filter:/);
      await workbench.runCommand('Mission Control: Filter Sessions…');
      await input().fill('checkout');
      await shows(/Filter: checkout \(5 hidden\)[^]*Build the checkout/, /Sort the list/);
      await input().press('x');
      await shows(/No session matches the filter: checkoutx/, /Build the checkout|Install Hooks/);
      await input().press('Backspace');
      await input().press('Enter');
      await shows(/Filter: checkout \(5 hidden\)[^]*Build the checkout/, /Sort the list/);
      await sideBar().getByRole('button', { name: 'Clear Filter' }).click();
      await shows(both, /Filter:/);
    });

    it('is left as it was by Escape', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Filter Sessions…');
      await input().fill('sort');
      await shows(/Filter: sort/, /Build the checkout/);
      await input().press('Escape');
      await shows(both, /Filter:/);
    });
  });
}
