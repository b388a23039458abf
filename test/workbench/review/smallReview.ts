import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { EditorFixture } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { ReviewEditor } from '../../support/editor/window/reviewEditor';
import type { ReviewScene } from '../../support/review/reviewScene';
import { chooseOnCard } from '../../support/editor/window/cardMenu';
import { until } from '../../support/until';

const row = /Raise the price/;

/** Contents of files before the session changes them. */
export const fewFiles = {
  'src/price.ts': 'const price = 3;\n',
  'old.txt': 'Old\n',
  'shared.txt': '1\n',
} as const;

/** Lets a session change, add and delete files, one of which another session changes, too. */
export async function changeFewFiles(scene: ReviewScene): Promise<void> {
  const session = scene.session();
  await session.prompt('Raise the price');
  await session.edit('src/price.ts', '3', '4');
  await session.save('notes.md', '# Notes\n');
  await session.edit('shared.txt', '1', '2');
  await session.edit('old.txt', 'Old', 'Older');
  await session.remove('old.txt');
  await session.turnEnded();
  const other = scene.session();
  await other.prompt('Count the stock');
  await other.edit('shared.txt', '2', '22');
  await other.turnEnded();
}

export function smallReview(started: EditorFixture, scene: () => ReviewScene): void {
  describe('What a session changed, reviewed in the editor', function () {
    this.timeout(180_000);
    let review: ReviewEditor;

    before('show the side bar', async () => {
      await started.workbench.closeEditors();
      const panel = started.workbench.page.locator('.part.panel');
      if (await panel.isVisible()) await started.workbench.runCommand('View: Hide Panel');
      scene().repository.git('reset', '-q');
      await started.workbench.showContainer('Mission Control');
      review = new ReviewEditor(started.workbench);
      await tree().unfold(/^Done/, row);
    });

    const tree = () => started.workbench.tree('Sessions');
    const staged = (): readonly string[] =>
      scene().repository.git('diff', '--cached', '--name-only').split('\n').filter(Boolean);

    it('opens from the tree, each file with both sides and with who else changed it', async () => {
      await tree().inlineAction(row, 'Review Changes', () =>
        until(
          () => started.workbench.tabs(),
          (tabs) => assert.match(tabs.join('\n'), /^Review: Raise the price – last turn.*4 files/m),
          10_000,
        ),
      );
      for (const text of [
        'price.ts',
        'const price = 3;',
        'const price = 4;',
        'notes.md',
        '# Notes',
        'shared.txt',
        'Also changed by “Count the stock”',
        'old.txt',
      ])
        await review.shows(text);
      const panel = started.workbench.page.locator('.part.panel');
      assert.ok(!(await panel.isVisible()), 'A note alone opens no list of comments');
    });

    it('is marked as reviewed until the person takes that back', async () => {
      await review.pressInTitle('Mark as Reviewed');
      await review.titleAction('Mark as Not Reviewed').waitFor();
      await tree().choose(row, 'Mark as Not Reviewed');
      await review.titleAction('Mark as Reviewed').waitFor();
    });

    it('has comments at its lines, and shows what they become before it is sent', async () => {
      await review.comment('const price = 4;', 'Why four?');
      await review.pressInTitle('Send Comments as Prompt…');
      const pick = new QuickPick(started.workbench.page);
      await pick.widget.getByText('Sends 1 comment as one prompt.').waitFor();
      await pick.type('Be careful.');
      await pick.accept();
      const { detail } = await started.workbench.modal.read();
      assert.match(
        detail,
        /Be careful\.[^]*src\/price\.ts, line 1:\n> const price = 4;\n\nWhy four\?/,
      );
      await started.workbench.modal.answer('Cancel');
      await review.shows('Why four?');
    });

    it('stages one file or all, by the editor’s own git', async () => {
      await review.chooseInTitle('Stage File…');
      await new QuickPick(started.workbench.page).row('notes.md').click();
      await until(staged, (files) => assert.deepEqual(files, ['notes.md']));
      await review.chooseInTitle('Stage All Files of This Review');
      await until(staged, (files) =>
        assert.deepEqual(files, ['notes.md', 'old.txt', 'shared.txt', 'src/price.ts']),
      );
      scene().repository.git('reset', '-q');
    });

    it('reverts a file after a question, and takes that back', async () => {
      const text = (): string => readFileSync(scene().file('src/price.ts'), 'utf8');
      const ask = async (): Promise<string> => {
        await review.chooseInTitle('Revert File…');
        await new QuickPick(started.workbench.page).row('price.ts').click();
        const { message, detail } = await started.workbench.modal.read();
        return `${message} ${detail}`;
      };
      assert.match(
        await ask(),
        /^Revert src\/price\.ts\? It goes back to what it was before the last turn\./,
      );
      await started.workbench.modal.answer('Cancel');
      assert.equal(text(), 'const price = 4;\n');
      await ask();
      await started.workbench.modal.answer('Revert File');
      await until(text, (now) => assert.equal(now, 'const price = 3;\n'));
      const { notifications } = started.workbench;
      await notifications
        .toast(/price\.ts is as it was before/)
        .getByRole('button', { name: 'Undo' })
        .click();
      await until(text, (now) => assert.equal(now, 'const price = 4;\n'));
    });

    it('brings back a file that the session deleted', async () => {
      await review.chooseInTitle('Revert File…');
      await new QuickPick(started.workbench.page).row('old.txt').click();
      await started.workbench.modal.answer('Revert File');
      await until(
        () => existsSync(scene().file('old.txt')),
        (exists) => assert.ok(exists),
      );
      const undo = started.workbench.notifications.toast(/old\.txt is as it was before/);
      await undo.getByRole('button', { name: 'Undo' }).click();
      await until(
        () => existsSync(scene().file('old.txt')),
        (exists) => assert.ok(!exists),
      );
    });

    it('commits what is staged with the session’s title, and takes that back', async () => {
      const subject = (): string => scene().repository.git('log', '-1', '--format=%s').trim();
      scene().repository.git('config', 'user.name', 'Test');
      scene().repository.git('config', 'user.email', 'test@localhost');
      await review.pressInTitle('Commit…');
      assert.match((await started.workbench.modal.read()).message, /Nothing is staged/);
      await started.workbench.modal.answer('Stage and Commit…');
      const pick = new QuickPick(started.workbench.page);
      await pick.widget.getByText('Commits 4 staged files.').waitFor();
      assert.equal(await pick.input.inputValue(), 'Raise the price');
      // An agent stages something while the person writes the message.
      scene().repository.write('by-the-way.txt', 'x');
      scene().repository.git('add', 'by-the-way.txt');
      await pick.accept();
      await started.workbench.notifications.toast(/nothing was committed/).waitFor();
      assert.notEqual(subject(), 'Raise the price');
      scene().repository.git('rm', '-qf', 'by-the-way.txt');
      await review.pressInTitle('Commit…');
      await pick.widget.getByText('Commits 4 staged files.').waitFor();
      await pick.accept();
      await until(subject, (now) => assert.equal(now, 'Raise the price'));
      const toast = started.workbench.notifications.toast(/Committed to main/);
      await toast.getByRole('button', { name: 'Undo Last Commit' }).click();
      await until(subject, (now) => assert.notEqual(now, 'Raise the price'));
    });

    it('opens all changes from the tree, and from the card, where it says that it was reviewed', async () => {
      const { workbench } = started;
      await tree().unfold(/^Done/, row);
      await tree().choose(row, 'Review All Changes');
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, /^Review: Raise the price \(4 files\)/),
      );
      await review.pressInTitle('Mark as Reviewed');
      await review.titleAction('Mark as Not Reviewed').waitFor();
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('main[aria-label="Sessions"]');
      const card = board.getByRole('article', { name: 'Raise the price' });
      await card.getByText('Reviewed').first().waitFor();
      await chooseOnCard(board, card, 'Review Changes');
      await until(
        () => workbench.tabs(),
        (tabs) => assert.match(tabs.join('\n'), /Review: Raise the price – last turn/),
      );
    });
  });
}
