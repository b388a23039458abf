import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useEditor } from '../../support/editor/fixture';
import { PhonePanel } from '../../support/editor/window/phonePanel';
import { Handset } from '../../support/phone/handset';
import { startDemo, type Demo } from '../../tools/demo/demo';
import { until } from '../../support/until';

const speed = 12;
/** Longer than the script waits for somebody to answer, in seconds of play. */
const pastPatience = 75 + 48;

const title = /Make refunds idempotent/;

describe('The demo on a phone', function () {
  this.timeout(240_000);
  let demo: Demo;
  let handset: Handset;
  let begins = false;
  let played = 0;
  const started = useEditor(async () => {
    demo = await startDemo({
      speed,
      begins: () => begins,
      holds: (second) => {
        played = second;
        return false;
      },
      has: ({ id }) => id === 'refunds',
    });
    return {
      env: { CLAUDE_CONFIG_DIR: demo.configHome },
      folder: demo.projectFolder,
      settings: { 'missionControl.notifications': 'off' },
    };
  });
  after(() => demo.stop());
  after(() => handset?.close());

  const onPhone = (name: RegExp): Locator => handset.page.getByRole('button', { name }).first();

  it('leads there by the editor’s own address, waits for who reads a request, and goes on by their tap', async () => {
    const { workbench, context } = started;
    await workbench.statusBar.entry('missionControl.needsYou').waitFor();
    const panel = await PhonePanel.open(workbench);
    const browser = context.browser();
    assert.ok(browser);
    handset = await Handset.of(browser);
    const link = await panel.link();
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/proxy\/\d+\/#/u);
    await handset.scan(link);
    await panel.accept(await handset.code());
    await handset.page.getByRole('navigation', { name: 'Groups' }).waitFor();

    begins = true;
    await onPhone(title).tap();
    const request = handset.page.getByRole('region', { name: 'Request' });
    await request.waitFor({ timeout: 60_000 });
    const end = played + pastPatience;
    await until(
      () => played,
      (second) => assert.ok(second > end, `${second} of ${end} seconds were played`),
      60_000,
    );
    assert.match(await request.innerText(), /0042_refund_requests/);
    await onPhone(/^Allow$/).tap();
    await request.waitFor({ state: 'hidden' });
    await onPhone(/^Back to the Board$/).tap();
    await onPhone(/^Running/).tap();
    await handset.page.getByRole('article', { name: title }).waitFor();
  });
});
