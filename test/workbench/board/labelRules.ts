import * as assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { Notifications } from '../../support/editor/window/dialogs';
import type { EditorFixture } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { backToLists, openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';
import type { DeliveredWork } from './outcomesScene';

const rules = {
  version: 1,
  signals: [
    {
      name: 'fly',
      kind: 'deploy',
      command: String.raw`\bfly deploy\b`,
      output: String.raw`(?<url>https://\S+)`,
    },
  ],
  labels: [{ name: 'Deployed', when: { signal: 'deploy', ok: true }, label: 'Deployed {url}' }],
};

/** Rules of the workspace `book`. */
export async function writeBookRules(book: string): Promise<void> {
  await fs.mkdir(path.join(book, '.vscode'), { recursive: true });
  const settings = { 'missionControl.rules': { labels: [{ name: 'Book', label: 'A book' }] } };
  await fs.writeFile(path.join(book, '.vscode', 'settings.json'), JSON.stringify(settings));
}

export function labelRules(started: EditorFixture, work: DeliveredWork): void {
  describe('label rules', function () {
    this.timeout(120_000);

    before('have a session in the workspace and one elsewhere', async () => {
      await started.workbench.closeEditors();
      const file = TranscriptFile.of(work.root, 'shop-session');
      await file.write(
        file.prompt('Ship the shop'),
        file.call('Bash', { command: 'fly deploy' }, 't1', 'm1'),
        file.result('t1', 'at https://shop.fly.dev'),
        file.answer('Done.', 'm2'),
        file.turnEnded(),
      );
      const book = TranscriptFile.of(work.root, 'book-session', 'book');
      await book.write(
        book.prompt('Write the book', { cwd: work.book }),
        book.answer('Done.', 'm3', {}, { cwd: work.book }),
        { ...book.turnEnded(), cwd: work.book },
      );
    });

    /** The document in which the rule tester reports on the session. */
    async function report(title = 'Ship the shop'): Promise<string> {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Test Label Rules…');
      const pick = new QuickPick(workbench.page);
      const tab = workbench.page.locator('.part.editor .tab.active', { hasText: 'Label rules' });
      try {
        await pick.row(title).waitFor({ timeout: 2_000 });
        await pick.type(title);
        await pick.focusedRow(title).waitFor({ timeout: 2_000 });
        await pick.accept();
        await tab.waitFor({ timeout: 10_000 });
      } catch (error) {
        // A board that arrives or changes redraws the list, and Enter is lost at that moment.
        await pick.close();
        throw error;
      }
      const text = await workbench.editorText();
      await workbench.runCommand('View: Close All Editors');
      return text;
    }

    it('are tested on a session: without any, there is nothing to say', async () => {
      await started.workbench.showContainer('Mission Control');
      await until(
        () => report(),
        (text) => assert.match(text, /There are no rules for this/),
      );
    });

    it('count as soon as they are in the settings, and the tester tells what they do', async () => {
      await started.editor.changeSettings({ 'missionControl.rules': rules });
      const text = await until(
        () => report(),
        (shownText) => assert.match(shownText, /it says/),
      );
      assert.match(text, /fly.*matched 1 call.*fly deploy/);
      assert.match(text, /Deployed https:\/\/shop\.fly\.dev/);
    });

    it('are on the card as they are typed, and Why names the rule', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Open Board');
      const page = await workbench.webview('main[aria-label="Sessions"]');
      // Five sessions that wait for a prompt are folded.
      await page.getByText(/ready for a prompt/).click();
      const card = page.getByRole('article', { name: 'Ship the shop' });
      const waitForText = (words: RegExp): Promise<string> =>
        until(
          () => card.innerText({ timeout: 1_000 }),
          (text) => assert.match(text, words),
        );
      await waitForText(/Deployed https:\/\/shop\.fly\.dev\n/);
      const shown = await openPane(page, 'Ship the shop');
      await shown.getByRole('button', { name: 'Why this state?' }).click();
      await shown.getByText(/^Label: rule Deployed, matched `?fly deploy`? · /).waitFor();
      const badges = [{ text: 'live', href: '{url}' }];
      const [label] = rules.labels;
      await started.editor.changeSettings({
        'missionControl.rules': {
          ...rules,
          labels: [{ ...label, label: 'Live at {url}', badges }],
        },
      });
      await workbench.runCommand('Mission Control: Open Board');
      await backToLists(page);
      await waitForText(/Live at https:\/\/shop\.fly\.dev\n/);
      await card.getByRole('link', { name: 'live' }).waitFor();
      await workbench.runCommand('View: Close All Editors');
    });

    it('of a workspace are for the sessions of its folder alone', async () => {
      await until(
        () => report('Write the book'),
        (text) => assert.match(text, /Book.*\(workspace\).*it says `A book`/),
      );
      assert.doesNotMatch(await report(), /A book/);
    });

    it('with a mistake are told of by name, once', async () => {
      const bad = { ...rules, signals: [{ name: 'broken', kind: 'x', command: '(' }] };
      await started.editor.changeSettings({ 'missionControl.rules': bad });
      const notices = new Notifications(started.workbench.page);
      await until(
        () => notices.all(),
        (all) =>
          assert.ok(
            all.some(({ message }) =>
              /signal rule 1 “broken”: “command” must be a regular expression/.test(message),
            ),
          ),
      );
    });
  });
}
