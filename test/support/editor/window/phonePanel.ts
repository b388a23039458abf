import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { readQrCode } from '../../page/readQrCode';
import { until } from '../../until';
import type { Workbench } from './workbench';

/** The phone panel of a workbench, operated as by a person. */
export class PhonePanel {
  private constructor(
    private readonly workbench: Workbench,
    private readonly page: Frame,
  ) {}

  static async open(workbench: Workbench): Promise<PhonePanel> {
    await workbench.runCommand('Mission Control: Connect Phone');
    const page = await workbench.webview('main.panel h1');
    return new PhonePanel(workbench, page);
  }

  /** The link in the QR code for the editor's own address, decoded from the screen. */
  async link(): Promise<string> {
    await this.page.locator('[data-way="editor"] > .way-head').click();
    await this.page.getByRole('button', { name: 'Show QR Code' }).click();
    await this.page.locator('.qr svg').waitFor();
    const link = await until(
      () => readQrCode(this.workbench.page),
      (found) => assert.ok(found),
    );
    return link ?? '';
  }

  /** Grants the phone with this code the right to watch and answer. */
  async accept(code: string): Promise<void> {
    await this.page.locator('.asking').getByText(code, { exact: true }).waitFor();
    await this.page.getByRole('button', { name: 'Watch and Answer' }).click();
    await this.page.locator('.done').waitFor();
  }
}
