import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import { believableBoard } from '../support/page/boards/believableBoard';
import { deliveredBoard } from '../support/page/boards/deliveredBoard';
import { pageSuite } from '../support/page/pageSuite';
import { projectRoot } from '../support/editor/paths';

const german = z
  .record(z.string(), z.string())
  .parse(
    JSON.parse(readFileSync(path.join(projectRoot, 'media/l10n/bundle.l10n.de.json'), 'utf8')),
  );

describe('the page in German', () => {
  const open = pageSuite();

  it('says its own words and the states in German, and none of them in English', async () => {
    const host = await open({ sessions: believableBoard, language: 'de' });
    await host.page.getByRole('region', { name: /^Braucht Sie/ }).waitFor();
    await host.page.getByText('Braucht Erlaubnis: Bash').first().waitFor();
    await host.page.getByRole('button', { name: 'Weitere Aktionen' }).first().click();
    await host.page.getByRole('menuitem', { name: 'Transkript öffnen', exact: true }).waitFor();
    const snapshot = await host.page.locator('body').ariaSnapshot();
    const english = Object.entries(german)
      .filter(([text, translated]) => / /.test(text) && !text.includes('{') && text !== translated)
      .map(([text]) => text)
      .filter((text) => snapshot.includes(`"${text}"`));
    assert.deepEqual(english, []);
  });

  it('has the actions of the pane on one line, each in full in its title', async () => {
    const sessions = deliveredBoard.filter(({ agentState }) => agentState.group === 'needs_you');
    const host = await open({ sessions, language: 'de', width: 1440, height: 900 });
    let most = 0;
    for (const { sessionId } of sessions) {
      await host.choose(sessionId);
      const layout = await host.page.locator('.pane-ways').evaluate((line) => ({
        tops: [...line.children].map((one) => {
          const { top, height } = one.getBoundingClientRect();
          return Math.round(top + height / 2);
        }),
        isWhole: line.scrollWidth <= line.clientWidth,
        names: [...line.querySelectorAll('.pane-way')].map((one) => one.textContent.trim()),
        titles: [...line.querySelectorAll<HTMLElement>('.pane-way')].map(({ title }) => title),
      }));
      most = Math.max(most, layout.names.length);
      assert.ok(Math.max(...layout.tops) - Math.min(...layout.tops) < 3, JSON.stringify(layout));
      assert.ok(layout.isWhole, JSON.stringify(layout));
      for (const [at, name] of layout.names.entries())
        assert.ok(layout.titles[at]?.startsWith(name));
    }
    assert.ok(most >= 4, `${most} at most`);
  });
});
