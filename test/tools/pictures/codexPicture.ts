import { fillCodexFolder } from './codexFolder';
import { take } from './pictures';
import { codexHomeOf, openBoard, withStudio } from './studio';

const size = { width: 1_080, height: 620, scale: 1 };
/** The second of the demo at which sessions of the project ask and work. */
const moment = 75;
/** The columns of the board. */
const columns = { x: 52, y: 158, width: 1_022, height: 378 };

/** Takes the picture of sessions of Codex beside those of Claude Code in one project. */
export async function takeCodexPicture(): Promise<void> {
  await withStudio(size, { frozenAt: moment, withMachine: false }, async ({ demo, workbench }) => {
    await demo.settled;
    const stop = await fillCodexFolder(codexHomeOf(demo), demo.projectFolder);
    try {
      const board = await openBoard(workbench);
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      const filter = board.getByRole('combobox', { name: 'Filter sessions' });
      await filter.fill('project:ledger-api');
      await filter.blur();
      const card = board.getByRole('article', { name: /^Round the VAT/ });
      await card.getByText('npm publish').waitFor();
      await board.getByRole('article', { name: /^Import transactions/ }).waitFor();
      // The tokens of a session are counted a moment after it is shown.
      await board
        .getByText(/ tokens$/)
        .nth(2)
        .waitFor();
      await take(workbench, 'codex-dark', columns);
    } finally {
      await stop();
    }
  });
}
