import type { BrowserContextOptions } from 'playwright-core';
import { PhonePanel } from '../../support/editor/window/phonePanel';
import { Handset } from '../../support/phone/handset';
import type { Studio } from './studio';

/** Connects a phone to the studio's editor; it may answer. */
export async function connectPhone(
  { workbench }: Studio,
  options: BrowserContextOptions,
): Promise<Handset> {
  const browser = workbench.page.context().browser();
  if (browser === null) throw new Error('The studio has no browser.');
  const handset = await Handset.of(browser, options);
  const panel = await PhonePanel.open(workbench);
  await handset.scan(await panel.link());
  await panel.accept(await handset.code());
  await handset.page.getByRole('navigation', { name: 'Groups' }).waitFor();
  await workbench.runCommand('View: Close Editor');
  return handset;
}
