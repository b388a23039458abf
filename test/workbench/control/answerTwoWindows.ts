import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { bash, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { Workbench } from '../../support/editor/window/workbench';
import { openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';
import { waitUntilRead } from '../../support/page/read';
import { muteNotifications } from './muted';

const waitMs = 60_000;

/** Closes the first window at its end. */
export function answersInTwoWindows(started: ClientFixture): void {
  describe('A request of the real client before two windows', function () {
    this.timeout(180_000);
    /** The first window hosts the hub. */
    let windows: Workbench[] = [];

    before('open the boards', async () => {
      await muteNotifications(started.workbench);
      await board(started.workbench);
      const second = await Workbench.open(started.context, started.editor);
      await board(second);
      windows = [started.workbench, second];
    });

    async function board(window: Workbench): Promise<Frame> {
      await window.showContainer('Mission Control');
      await window
        .tree('Sessions')
        .row(/next prompt/)
        .waitFor({ timeout: waitMs });
      await window.runCommand('Mission Control: Open Board');
      return window.webview('html[data-place="panel"] article');
    }
    const card = async (window: Workbench): Promise<Locator> =>
      openPane(await window.webview('html[data-place="panel"] main'));
    /** The button below the request, once the request was visible for long enough. */
    async function button(window: Workbench, name: string): Promise<Locator> {
      const found = (await card(window)).getByRole('button', { name, exact: true });
      await found.waitFor({ timeout: waitMs });
      await waitUntilRead(found);
      return found;
    }
    const tagged = (name: string): boolean =>
      fs.existsSync(path.join(started.home.project, '.git', 'refs', 'tags', name));
    const rests = (): Promise<unknown> => started.session.waitFor('prompt', waitMs);

    it('is answered once when both click at the same time, and the second learns who was first', async () => {
      const tag = `both-${String(Date.now())}`;
      started.api.add(script(tag, [bash(`git tag ${tag}`), say('Either way.')]));
      for (const window of windows) await window.notifications.clear();
      await started.session.turn(`[[${tag}]] go`);
      const allow = await button(windows[0] as Workbench, 'Allow');
      const deny = await button(windows[1] as Workbench, 'Deny');
      const at = Date.now() + 1_000;
      const clickAt = (element: HTMLElement | SVGElement, moment: number): void => {
        setTimeout(() => (element as HTMLElement).click(), moment - Date.now());
      };
      await Promise.all([allow.evaluate(clickAt, at), deny.evaluate(clickAt, at)]);
      await rests();
      const allowed = tagged(tag);
      const lastMessage = JSON.stringify(started.api.turns(tag).at(-1)?.body.messages.at(-1));
      assert.equal(lastMessage.includes('The user denied this request.'), !allowed);
      const [winner, loser] = allowed ? windows : windows.toReversed();
      await loser?.notifications.toast(/answered first in/).waitFor({ timeout: waitMs });
      await until(
        () => winner?.notifications.all(),
        (left) => assert.deepEqual(left, []),
        waitMs,
      );
      await loser?.notifications.clear();
    });

    it('waits on when the window of the hub closes, and is answered in the other one', async () => {
      started.api.add(script('move', [bash('git config a.b c'), say('Made.')]));
      await started.session.turn('[[move]] go');
      const [first, second] = windows as [Workbench, Workbench];
      await button(first, 'Allow');
      const endpoint = path.join(started.home.configHome, 'mission-control', 'endpoint.json');
      const before = fs.readFileSync(endpoint, 'utf8');
      await first.close();
      await until(
        () => fs.readFileSync(endpoint, 'utf8'),
        (now) => assert.notEqual(now, before),
        waitMs,
      );
      assert.equal(started.session.state, 'permission');
      await until(
        async () => {
          const allow = (await card(second)).getByRole('button', { name: 'Allow', exact: true });
          const asks = started.session.state === 'permission' && (await allow.count()) > 0;
          // The previous button may disappear while the next one appears.
          if (asks) await allow.click({ timeout: 1_000 }).catch(() => undefined);
          return started.session.state;
        },
        (state) => assert.notEqual(state, 'permission'),
        waitMs,
      );
      await rests();
      assert.match(
        fs.readFileSync(path.join(started.home.project, '.git', 'config'), 'utf8'),
        /\[a\]/,
      );
    });
  });
}
