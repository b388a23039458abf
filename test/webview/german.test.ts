import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import { believableBoard } from '../support/page/believableBoard';
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
});
