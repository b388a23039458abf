import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { ask, bash, hold, question, say } from '../../support/claude/reply';
import { Gate } from '../../support/claude/gate';
import { script, twoSubagents } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { Workbench } from '../../support/editor/window/workbench';
import { until } from '../../support/until';
import { isRead } from '../../support/page/read';
import { muteNotifications } from './muted';

const waitMs = 60_000;

/** Closes the first window at its end. */
export function answersInTwoWindows(started: ClientFixture): void {
  describe('A request of the real client before two windows', function () {
    this.timeout(180_000);
    /** The first one is the hub's. */
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
      (await window.webview('html[data-place="panel"] article')).getByRole('article').first();
    /** The buttons below the request, once they have been in sight for long enough. */
    async function button(window: Workbench, name: string): Promise<Locator> {
      const found = (await card(window)).getByRole('button', { name, exact: true });
      await found.waitFor({ timeout: waitMs });
      await isRead(found);
      return found;
    }
    const tagged = (name: string): boolean =>
      fs.existsSync(path.join(started.home.project, '.git', 'refs', 'tags', name));
    const rests = (): Promise<unknown> => started.session.waitFor('prompt', waitMs);
    const asks = (): number =>
      started.session.timeline.changes.filter(({ state }) => state === 'permission').length;

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
      const told = JSON.stringify(started.api.turns(tag).at(-1)?.body.messages.at(-1));
      assert.equal(told.includes('The user denied this request.'), !allowed);
      const [winner, loser] = allowed ? windows : windows.toReversed();
      await loser?.notifications.toast(/answered first in/).waitFor({ timeout: waitMs });
      await until(
        () => winner?.notifications.all(),
        (left) => assert.deepEqual(left, []),
        waitMs,
      );
      await loser?.notifications.clear();
    });

    it('is allowed from now on by a click: the second call asks nobody', async () => {
      started.api.add(script('rule', [bash('git tag one'), bash('git tag two'), say('Tagged.')]));
      const before = asks();
      await started.session.turn('[[rule]] go');
      const [window] = windows as [Workbench];
      await (await button(window, 'Allow Always…')).click();
      await (
        await card(window)
      )
        .getByRole('button', {
          name: 'Allow any command that begins with “git tag” in this project',
        })
        .click();
      await rests();
      assert.ok(tagged('one') && tagged('two'));
      assert.equal(asks(), before + 1);
    });

    it('is one of two that subagents make at once: each with its name, answered with the keyboard alone', async () => {
      started.api.add(...twoSubagents('git branch first', 'git branch second'));
      await started.session.prompt('[[agents]] go');
      const [, window] = windows as [Workbench, Workbench];
      await window.runCommand('Mission Control: Open Board');
      const asked: string[] = [];
      for (let count = 0; count < 2; count++) {
        const asker = (await card(window)).locator('.answer-asker');
        const text = await until(
          () => asker.innerText({ timeout: 1_000 }).catch(() => ''),
          (name) => assert.ok(name !== '' && !asked.includes(name)),
          waitMs,
        );
        asked.push(text);
        // A key that comes before all of the request has been in sight does nothing.
        await until(
          async () => {
            if ((await asker.innerText({ timeout: 1_000 }).catch(() => '')) !== text) return true;
            await window.page.keyboard.press('n');
            await isRead(asker);
            await window.page.keyboard.press('ControlOrMeta+Enter');
            return (await asker.innerText({ timeout: 1_000 }).catch(() => '')) !== text;
          },
          (isAnswered) => assert.ok(isAnswered),
          waitMs,
        );
      }
      assert.deepEqual(asked.sort(), ['Explore subagent asks', 'general-purpose subagent asks']);
      await rests();
      const branch = (name: string): boolean =>
        fs.existsSync(path.join(started.home.project, '.git', 'refs', 'heads', name));
      await until(
        () => [branch('first'), branch('second')],
        (made) => assert.deepEqual(made, [true, true]),
        waitMs,
      );
    });

    it('is withdrawn from both when the terminal answers first', async () => {
      const gate = new Gate();
      const colour = question('Which colour?', ['Red', 'Blue']);
      started.api.add(script('ask', [ask(colour), hold(gate).say('Thank you.')]));
      await started.session.turn('[[ask]] me');
      for (const window of windows) {
        await (
          await card(window)
        )
          .getByRole('radio', { name: 'Blue' })
          .waitFor({ timeout: waitMs });
      }
      await started.session.choose(/^Red/);
      for (const window of windows) {
        await (
          await card(window)
        )
          .getByRole('radio', { name: 'Blue' })
          .waitFor({ state: 'detached', timeout: waitMs });
      }
      gate.open();
      await rests();
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
          // The one that was there before goes while the other comes.
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
