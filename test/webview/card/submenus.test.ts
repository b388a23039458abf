import assert from 'node:assert/strict';
import { chooseInMenu } from '../../support/page/chooseInMenu';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import {
  assertSent,
  focused,
  menu,
  idleSession,
  run,
  title,
} from '../../support/page/boards/oneCard';
import { pageSuite } from '../../support/page/pageSuite';

describe('The actions of a card', () => {
  const open = pageSuite();

  it('stand in submenus, which arrows open and close, and Escape closes one at a time', async () => {
    const host = await open({ sessions: [idleSession] });
    const { keyboard } = host.page;
    const organize = menu(host).getByRole('menuitem', { name: 'Organize' });
    const second = menu(host).getByRole('menu', { name: 'Organize' });
    await title(host).focus();
    await keyboard.press('Shift+F10');
    await organize.focus();
    assert.equal(await organize.getAttribute('aria-haspopup'), 'menu');
    for (const [open, close] of [
      ['ArrowRight', 'ArrowLeft'],
      ['Enter', 'Escape'],
    ] as const) {
      assert.equal(await organize.getAttribute('aria-expanded'), 'false');
      await keyboard.press(open);
      await eventually(async () => assert.equal(await focused(host), 'Pin Session'));
      assert.equal(await organize.getAttribute('aria-expanded'), 'true');
      await keyboard.press(close);
      await eventually(async () => assert.equal(await focused(host), 'Organize'));
      assert.equal(await second.count(), 0);
    }
    await keyboard.press('ArrowRight');
    await eventually(async () => assert.equal(await focused(host), 'Pin Session'));
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await assertSent(host, run('renameSession'));
    await eventually(async () => assert.equal(await menu(host).count(), 0));
  });

  it('stand in submenus, which open under the pointer and stay while it crosses to them', async () => {
    const host = await open({ sessions: [idleSession] });
    await host.page.getByRole('article').hover();
    await host.page.getByRole('button', { name: 'More Actions' }).click();
    const second = (name: string) => menu(host).getByRole('menu', { name });
    await menu(host).getByRole('menuitem', { name: 'New', exact: true }).hover();
    await second('New').waitFor();
    await menu(host).getByRole('menuitem', { name: 'Organize' }).hover();
    await second('Organize').waitFor();
    assert.equal(await second('New').count(), 0);
    await menu(host).getByRole('menuitem', { name: 'Copy', exact: true }).hover();
    await second('Copy').getByRole('menuitem', { name: 'Copy Title' }).click();
    await assertSent(host, run('copyTitle'));
  });

  it('are all on the page: beside it, at its lower edge and where it is as narrow as a side bar', async () => {
    const inside = async (host: FakeHost): Promise<void> => {
      const size = host.page.viewportSize();
      for (const level of await host.page.getByRole('menu').all()) {
        const { x = -1, y = -1, width = 0, height = 0 } = (await level.boundingBox()) ?? {};
        const box = JSON.stringify({ x, y, width, height, size });
        assert.ok(x >= 0 && y >= 0 && x + width <= (size?.width ?? 0), box);
        assert.ok(y + height <= (size?.height ?? 0), box);
        assert.ok(await level.evaluate((one) => one.scrollWidth <= one.clientWidth), box);
      }
    };
    const host = await open({ sessions: [idleSession] });
    for (const [width, height] of [
      [1100, 500],
      [640, 320],
      [300, 700],
      [300, 240],
    ] as const) {
      await host.page.setViewportSize({ width, height });
      // A session beside the lists changes the layout of the cards.
      await eventually(async () =>
        assert.equal(await host.page.locator('.pane').count(), width >= 1_080 ? 1 : 0),
      );
      await title(host).focus();
      await host.page.keyboard.press('Shift+F10');
      await inside(host);
      for (const name of ['Review', 'New', 'Organize', 'Copy']) {
        await menu(host).getByRole('menuitem', { name, exact: true }).focus();
        await host.page.keyboard.press('ArrowRight');
        await host.page.getByRole('menu', { name }).waitFor();
        const isNarrow = width === 300;
        assert.equal(
          await host.page.getByRole('menuitem', { name: 'Back' }).count(),
          isNarrow ? 1 : 0,
        );
        await inside(host);
        await host.page.keyboard.press(isNarrow ? 'Escape' : 'ArrowLeft');
        await menu(host).waitFor();
      }
      await host.page.keyboard.press('Escape');
      await eventually(async () => assert.equal(await menu(host).count(), 0));
    }
  });

  it('replace the first level where there is no room beside it, with a way back', async () => {
    const host = await open({ sessions: [idleSession] });
    await host.page.setViewportSize({ width: 300, height: 700 });
    await title(host).focus();
    await host.page.keyboard.press('Shift+F10');
    await menu(host).getByRole('menuitem', { name: 'Copy', exact: true }).click();
    const second = host.page.getByRole('menu', { name: 'Copy' });
    assert.deepEqual(await second.getByRole('menuitem').allInnerTexts(), [
      'Back',
      'Copy Title',
      'Copy Folder Path',
      'Copy Session ID',
    ]);
    await eventually(async () => assert.equal(await focused(host), 'Copy Title'));
    await second.getByRole('menuitem', { name: 'Back' }).click();
    await eventually(async () => assert.equal(await focused(host), 'Copy'));
    await chooseInMenu(host.page, 'Copy Session ID');
    await assertSent(host, run('copySessionId'));
  });
});
