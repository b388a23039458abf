import assert from 'node:assert/strict';
import { partSize } from '../../../src/extension/views/review/reviewPart';
import type { EditorFixture } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { ReviewEditor } from '../../support/editor/window/reviewEditor';
import type { ReviewScene } from '../../support/review/reviewScene';
import { until } from '../../support/until';

const row = /Change them all/;
const count = partSize + 2;
/** Two files are missing here: a renamed one and a binary one, which come first. */
const names = Array.from(
  { length: count - 2 },
  (_, index) => `src/file${String(index).padStart(3, '0')}.ts`,
);
/** Index of the first file in the second part, which is also the last file. */
const last = partSize + 1;

/** Contents of files before the session changes them. */
export const manyFiles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(names.map((name) => [name, `${name} before\n`])),
  'docs/old.md': 'A line that stays\n'.repeat(10),
  'logo.bin': 'a\0b',
};

/** Lets a session change files of two parts of a review. */
export async function changeManyFiles(scene: ReviewScene): Promise<void> {
  const session = scene.session();
  await session.prompt('Change them all');
  await session.bash('git mv docs/old.md docs/new.md', () =>
    scene.repository.git('mv', 'docs/old.md', 'docs/new.md'),
  );
  await session.edit('docs/new.md', 'A line', 'Another line');
  await session.save('logo.bin', 'a\0c');
  for (const name of names) await session.edit(name, 'before', 'after');
  await session.turnEnded();
}

export function largeReview(started: EditorFixture, scene: () => ReviewScene): void {
  describe('What a session changed in many files', function () {
    this.timeout(180_000);
    let review: ReviewEditor;

    before('open the review', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      review = new ReviewEditor(workbench);
      const tree = workbench.tree('Sessions');
      await tree.unfold(/^Done/, row);
      await tree.inlineAction(row, 'Review Changes', () => showsFrom(1, 10_000));
    });

    const next = 'Next Files of This Review';
    const previous = 'Previous Files of This Review';
    const showsFrom = (first: number, waitMs = 30_000): Promise<unknown> =>
      until(
        () => started.workbench.tabs(),
        (tabs) => {
          const end = Math.min(first + partSize - 1, count);
          assert.match(
            tabs.join('\n'),
            new RegExp(
              `^Review: Change them all – last turn – files ${first}–${end} of ${count}.*$`,
              'u',
            ),
          );
        },
        waitMs,
      );

    it('opens the first of them, a renamed and a binary one among them', async () => {
      for (const text of [
        'new.md',
        'A line that stays',
        'Another line that stays',
        'logo.bin',
        'This file is binary: its content isn’t shown here.',
        'file000.ts',
        'src/file000.ts before',
        'src/file000.ts after',
      ])
        await review.shows(text);
      await review.titleAction(next).waitFor();
      assert.equal(await review.titleAction(previous).getAttribute('aria-disabled'), 'true');
    });

    it('keeps comments of all parts for one prompt, and the part over a reload', async () => {
      await review.comment('src/file000.ts before', 'In the first part.');
      await review.pressInTitle(next);
      await showsFrom(last);
      await review.comment(`${names[partSize - 1]} after`, 'In the second part.');
      await started.workbench.reload();
      await showsFrom(last);
      await review.shows('In the second part.');
      await review.titleAction(next).waitFor();
      await review.pressInTitle(previous);
      await showsFrom(1);
      await review.shows('In the first part.');
      await review.pressInTitle('Send Comments as Prompt…');
      const pick = new QuickPick(started.workbench.page);
      await pick.widget.getByText('Sends 2 comments as one prompt.').waitFor();
      await pick.close();
    });

    it('shows the next ones in its place by the palette, up to the last, and the previous ones', async () => {
      const { workbench } = started;
      await workbench.runCommand(`Mission Control: ${next}`);
      await showsFrom(last);
      await review.shows(`${names[last - 3]} after`);
      await until(
        () => review.titleAction(next).getAttribute('aria-disabled'),
        (disabled) => assert.equal(disabled, 'true'),
      );
      await workbench.runCommand(`Mission Control: ${previous}`);
      await showsFrom(1);
      await review.shows('src/file000.ts after');
    });

    it('is marked and staged as a whole, and says so', async () => {
      const { workbench } = started;
      await review.pressInTitle('Mark as Reviewed');
      await workbench.page
        .locator('.part.statusbar')
        .getByText(
          `“Change them all” is marked as reviewed, with all ${count} files of this review`,
        )
        .waitFor();
      await review.chooseInTitle('Stage All Files of This Review');
      const { message, detail } = await workbench.modal.read();
      assert.equal(message, `Stage all ${count} files of this review?`);
      assert.match(detail, /^Only \d+ of them are shown here\.$/);
      await workbench.modal.answer(`Stage All ${count} Files`);
      await until(
        () => scene().repository.git('diff', '--cached', '--name-only').split('\n').filter(Boolean),
        (files) => assert.equal(files.length, count),
      );
    });
  });
}
