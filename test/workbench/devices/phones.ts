import assert from 'node:assert/strict';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import type { EditorFixture } from '../../support/editor/fixture';
import { readQrCode } from '../../support/page/readQrCode';
import { until } from '../../support/until';

const waitMs = 60_000;

/**
 * Everything is real except the camera: the editor's own proxy connects the phone's browser to the
 * hub.
 */
export function connectsPhones(started: EditorFixture): void {
  describe('A phone and the desk', function () {
    this.timeout(180_000);
    const phones: BrowserContext[] = [];

    before('see the extension', async () => {
      await started.workbench.statusBar.entry('missionControl.needsYou').waitFor();
      await started.workbench.runCommand('View: Close All Editors');
    });
    after(() => Promise.all(phones.map((phone) => phone.close())));

    const panel = (): Promise<Frame> => started.workbench.webview('main.panel', waitMs);

    /** The link in the QR code on the screen. */
    async function scanned(): Promise<string> {
      const { page } = started.workbench;
      const link = await until(
        () => readQrCode(page),
        (text) => assert.ok(text !== undefined, 'There is no QR code on the screen'),
      );
      return link ?? '';
    }

    /** Opens a link in a new browser context, like a phone that was not used before. */
    async function phoneAt(link: string): Promise<Page> {
      const phone = await started.context.browser()?.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
      });
      assert.ok(phone);
      phones.push(phone);
      const page = await phone.newPage();
      await page.goto(link);
      return page;
    }

    const codeOn = async (place: Frame, selector: string): Promise<string> => {
      const text = await place.locator(selector).first().innerText();
      return /[A-Z2-9]{3} [A-Z2-9]{3}/u.exec(text)?.[0] ?? '';
    };

    it('are connected by a code that is scanned and one that is compared, and parted again', async () => {
      const { workbench, editor } = started;
      await workbench.runCommand('Mission Control: Connect Phone');
      const desk = await panel();
      const own = desk.locator('.way[data-way="editor"]');
      await own.locator('.way-head').click();
      await own.getByText(new URL(editor.url).host).waitFor();
      await desk.getByRole('button', { name: 'Show QR Code' }).click();
      await desk.getByRole('figure', { name: /QR code/ }).waitFor();
      const link = await scanned();
      assert.match(link, new RegExp(`^${editor.url}/proxy/\\d+/#1\\.`, 'u'));

      const phone = await phoneAt(link);
      await desk.getByText('Does the phone show this code?').waitFor();
      const shown = await codeOn(desk, '.code');
      assert.notEqual(shown, '');
      await phone.getByText(shown).first().waitFor();
      await desk.getByRole('button', { name: 'Watch and Answer', exact: true }).click();
      await desk.locator('.done').waitFor();

      await workbench.runCommand('Mission Control: Manage Phones');
      const row = desk.getByRole('listitem').first();
      await row.getByText(/May watch and answer/u).waitFor();
      await row.getByText(/^Connected/u).waitFor({ timeout: waitMs });
      await until(
        () => workbench.hover(workbench.statusBar.entry('missionControl.needsYou')),
        (tooltip) => assert.match(tooltip, /1 phone may answer/),
      );
      await row.getByRole('button', { name: 'Remove…' }).click();
      await workbench.modal.answer('Remove');
      await desk.getByText('No phone is connected.', { exact: false }).waitFor();
    });

    it('are brought together by a notification where the panel is out of sight', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Connect Phone');
      const desk = await panel();
      await desk.locator('.way[data-way="editor"] > .way-head').click();
      await desk.getByRole('button', { name: 'Show QR Code' }).click();
      await desk.getByRole('figure', { name: /QR code/ }).waitFor();
      const link = await scanned();
      await workbench.runCommand('Mission Control: Open Board');
      await phoneAt(link);
      await workbench.notifications.answer(/wants to connect\. Compare its code/, 'Show');
      const again = await panel();
      await again.getByText('Does the phone show this code?').waitFor();
      await again.getByRole('button', { name: 'Refuse' }).click();
      await again.getByText(/was refused/).waitFor();
      // Requests another code of the same kind; closing the tab invalidates it.
      await again.getByRole('button', { name: 'New Code' }).click();
      await again.getByRole('figure', { name: /QR code/ }).waitFor();
      const second = await scanned();
      assert.notEqual(second, link);
      await workbench.runCommand('View: Close Editor');
      // The window reports that to the hub, which stops listening because no phone is connected.
      const answer = async (): Promise<string> => (await fetch(second)).text();
      await until(answer, (text) => assert.match(text, /ECONNREFUSED/));
    });
  });
}
