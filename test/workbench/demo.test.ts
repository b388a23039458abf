import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { useEditor } from '../support/editor/fixture';
import { PhonePanel } from '../support/editor/window/phonePanel';
import { backToLists, openPane } from '../support/editor/window/whole';
import { waitForDetachedHub } from '../support/hub/process/detachedHubs';
import { Handset } from '../support/phone/handset';
import { until } from '../support/until';
import { startDemo, type Demo } from '../tools/demo/demo';

const speed = 24;
/** Longer than the script waits for a person's answer, in seconds of play. */
const pastAnswer = 75 + 48;
/** Longer than it waits if the card is visible. */
const pastSight = pastAnswer + 90;

const title = /Make refunds idempotent/;
const asking = /Needs permission/;
/** Commands of the session's first and second request. */
const commands = /0042_refund_requests|--force-with-lease/;

/** The play is held between the tests. */
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

  before('see the extension', () =>
    started.workbench.statusBar.entry('missionControl.needsYou').waitFor(),
  );

  const continuePlay = (): void => {
    begins = true;
    stands = false;
  };
  /** Measured by the clock of the play, which a busy machine slows down. */
  const waitForSeconds = async (seconds: number): Promise<void> => {
    const end = played + seconds;
    await until(
      () => played,
      (second) => assert.ok(second > end, `${second} of ${end} seconds were played`),
      60_000,
    );
  };

  describe('on a phone', () => {
    let handset: Handset;
    const onPhone = (name: RegExp): Locator => handset.page.getByRole('button', { name }).first();

    after(() => handset?.close());

    it('leads there by the editor’s own address, waits for who reads a request, and goes on by their tap', async () => {
      const { workbench, context } = started;
      const panel = await PhonePanel.open(workbench);
      const browser = context.browser();
      assert.ok(browser);
      handset = await Handset.of(browser);
      const link = await panel.link();
      assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/proxy\/\d+\/#/u);
      await handset.scan(link);
      await panel.accept(await handset.code());
      await handset.page.getByRole('navigation', { name: 'Groups' }).waitFor();
      // For the phone the hub moves to a separate process. Meanwhile the phone shows the last
      // board, and the script answers a request that cannot be read.
      await waitForDetachedHub(started.editor.root, demo.configHome);
      await handset.phase('live');

      continuePlay();
      await onPhone(title).waitFor({ timeout: 60_000 });
      // A tap may take longer than the script waits for somebody who does not attend.
      stands = true;
      await onPhone(title).tap();
      const request = handset.page.getByRole('region', { name: 'Request' });
      await request.waitFor({ timeout: 60_000 });
      stands = false;
      await waitForSeconds(pastAnswer);
      assert.match(await request.innerText(), commands);
      // Held, so that nothing but the tap lets the session go on, and its next scene does not begin.
      stands = true;
      const allow = onPhone(/^Allow$/);
      // The first tap leads to the end of a request that does not fit on the screen.
      if ((await allow.getAttribute('aria-disabled')) === 'true') await allow.tap({ force: true });
      await allow.tap();
      await request.waitFor({ state: 'hidden' });
      await onPhone(/^Back to the Board$/).tap();
      await onPhone(/^Running/).tap();
      await handset.page.getByRole('article', { name: title }).waitFor();
    });
  });

  describe('in a window', () => {
    let board: Frame;

    before('open the board', async () => {
      const { workbench } = started;
      await workbench.closeEditors();
      await workbench.showContainer('Mission Control');
      await workbench.runCommand('Mission Control: Open Board');
      board = await workbench.webview('html[data-place="panel"] article');
    });

    const card = (): Locator => board.locator('.card').filter({ hasText: title });
    /** Checked immediately: the story would reach another request. */
    const stillAsks = async (): Promise<void> => {
      assert.match((await card().textContent()) ?? '', asking);
    };
    /** The session continues, maybe only for a moment: at this speed its next scene is near. */
    const isAnswered = (): Promise<string> =>
      until(
        async () => (await card().textContent()) ?? '',
        (text) => assert.doesNotMatch(text, asking),
        120_000,
      );

    it('leaves a request to who has its session open or is asked in a dialog, and answers it after', async () => {
      const { workbench } = started;
      // The session must not be opened before it asks: its next prompt would wait for the person.
      continuePlay();
      await card().filter({ hasText: asking }).waitFor({ timeout: 60_000 });
      stands = true;
      const shown = await openPane(board, title);
      await shown.getByRole('button', { name: 'Allow', exact: true }).waitFor();
      stands = false;
      assert.match(await shown.innerText(), commands);
      await waitForSeconds(pastSight);
      await stillAsks();
      // A dialog may take longer to open than the script waits for somebody who left.
      stands = true;
      await backToLists(board);
      // A browser under test leaves the focus in the page when a dialog takes it.
      await board.getByRole('combobox', { name: 'Filter sessions' }).focus();
      await workbench.tree('Sessions').choose(title, 'Allow Request…');
      await workbench.modal.read();
      stands = false;
      await waitForSeconds(pastSight);
      await stillAsks();
      await workbench.modal.answer('Cancel');
      await workbench.page.mouse.move(0, 0);
      await isAnswered();
    });
  });
});
