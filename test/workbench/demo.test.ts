import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { useEditor } from '../support/editor/fixture';
import { backToLists, shownWhole } from '../support/editor/window/whole';
import { until } from '../support/until';
import { startDemo, type Demo } from '../tools/demo/demo';

const speed = 24;
/** Longer than the script waits for somebody to answer, and for a card that is in sight, in seconds of play. */
const pastPatience = 75 + 90 + 48;

const title = /Make refunds idempotent/;
const asking = /Needs permission/;

describe('The demo', function () {
  this.timeout(240_000);
  let demo: Demo;
  let begins = false;
  let stands = false;
  let played = 0;
  const holds = (second: number): boolean => {
    played = second;
    return stands;
  };
  let board: Frame;
  const started = useEditor(async () => {
    demo = await startDemo({
      speed,
      begins: () => begins,
      holds,
      has: ({ id }) => id === 'refunds',
    });
    return {
      viewport: { width: 1400, height: 1400 },
      env: { CLAUDE_CONFIG_DIR: demo.configHome },
      folder: demo.projectFolder,
      settings: { 'missionControl.notifications': 'off' },
    };
  });
  after(() => demo.stop());

  before(async () => {
    const { workbench } = started;
    await workbench.statusBar.entry('missionControl.needsYou').waitFor();
    await workbench.showContainer('Mission Control');
    await workbench.runCommand('Mission Control: Open Board');
    board = await workbench.webview('html[data-place="panel"] article');
  });

  const card = (): Locator => board.locator('.card').filter({ hasText: title });
  /** At this moment: the story would come to another request. */
  const stillAsks = async (): Promise<void> => {
    assert.match((await card().textContent()) ?? '', asking);
  };
  /** By the clock of the play, which a busy machine slows down. */
  const patienceEnds = async (): Promise<void> => {
    const end = played + pastPatience;
    await until(
      () => played,
      (second) => assert.ok(second > end, `${second} of ${end} seconds were played`),
      60_000,
    );
  };
  /** The session goes on, be it only for a moment: at this speed its next scene is near. */
  const isAnswered = (): Promise<string> =>
    until(
      async () => (await card().textContent()) ?? '',
      (text) => assert.doesNotMatch(text, asking),
      120_000,
    );

  it('leaves a request to who has its session open or is asked in a dialog, and answers it after', async () => {
    const { workbench } = started;
    const shown = await shownWhole(board, title);
    begins = true;
    await shown.getByRole('button', { name: 'Allow', exact: true }).waitFor({ timeout: 60_000 });
    assert.match(await shown.innerText(), /0042_refund_requests/);
    await patienceEnds();
    await stillAsks();
    // A dialog may take longer to open than the script waits for somebody who left.
    stands = true;
    await backToLists(board);
    // A browser under test leaves the focus in the page when a dialog takes it.
    await board.getByRole('combobox', { name: 'Filter sessions' }).focus();
    await workbench.tree('Sessions').choose(title, 'Allow Request…');
    await workbench.modal.read();
    stands = false;
    await patienceEnds();
    await stillAsks();
    await workbench.modal.answer('Cancel');
    await workbench.page.mouse.move(0, 0);
    await isAnswered();
  });
});
