import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';
import { ask, bash, question, say, tool } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { clientInEditor } from '../../support/editor/clientFixture';
import { inOneEditor } from '../../support/editor/fixture';
import { openInExplorer } from '../../support/editor/window/explorer';
import { openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';
import { answersBesideLists } from './answerBeside';
import { allowsForAWhile } from './answerForAWhile';
import { answersInDiffs } from './answerDiffs';
import { answersFromNotifications } from './answerNotified';
import { answersBeneathTranscript } from './answerTranscript';
import { answersInTwoWindows } from './answerTwoWindows';
import { answersInAnotherEditor } from './otherEditor';
import { reviewsPlans } from './plan';

/** Time from a click to the client's next prompt on a busy machine, in ms. */
const answeredMs = 60_000;

/** One real client in one editor, whose requests are answered in all ways. */
inOneEditor(clientInEditor, (started) => {
  describe('A request of the real client, answered in the editor', function () {
    this.timeout(180_000);

    const inProject = (name: string): string => path.join(started.home.project, name);
    const row = /Needs permission/;

    describe('in the tree', () => {
      it('is allowed after all of it was shown', async () => {
        const { workbench } = started;
        const command = `touch ${'x'.repeat(60)} allowed`;
        started.api.add(script('allow', [bash(command), say('Made.')]));
        await started.session.turn('[[allow]] it');
        await workbench.tree('Sessions').choose(row, 'Allow Request…');
        const { message, detail, buttons } = await workbench.modal.read();
        assert.match(message, /^Allow Bash in \[\[allow\]\] it\?$/);
        const words = `“Run ${command}”`;
        assert.equal(detail, `${command}\n\n${words}\n\nin ~/project`);
        assert.deepEqual([...buttons].sort(), ['Allow', 'Cancel', 'Deny']);
        await workbench.modal.answer('Allow');
        await started.session.waitFor('prompt');
        assert.ok(fs.existsSync(inProject('allowed')));
      });

      it('is denied with a message', async () => {
        const { workbench } = started;
        started.api.add(script('deny', [bash('touch denied'), say('Otherwise, then.')]));
        await started.session.turn('[[deny]] it');
        await workbench.tree('Sessions').choose(row, 'Deny Request with Message…');
        const box = workbench.page.locator('.quick-input-widget input');
        await box.fill('Use mktemp instead');
        await box.press('Enter');
        await started.session.waitFor('prompt');
        assert.ok(!fs.existsSync(inProject('denied')));
        assert.match(started.api.lastTold('deny'), /Use mktemp instead/);
      });

      it('is shown as a diff that follows the file, and that goes when the terminal answers', async () => {
        const { workbench } = started;
        fs.writeFileSync(inProject('hello.txt'), 'hello\nworld\n');
        const edit = {
          file_path: inProject('hello.txt'),
          old_string: 'world',
          new_string: 'there',
        };
        started.api.add(
          script('edit', [
            tool('Read', { file_path: edit.file_path }),
            tool('Edit', edit),
            say('Done.'),
          ]),
        );
        await started.session.turn('[[edit]] it');
        await workbench.tree('Sessions').choose(row, 'Show What the Request Changes');
        const diff = workbench.page.locator('.part.editor .monaco-diff-editor');
        const lines = (): Promise<string> =>
          diff.innerText().then((text) => text.replaceAll('\u00a0', ' '));
        await until(lines, (text) => {
          assert.match(text, /world/);
          assert.match(text, /there/);
        });
        assert.match(await workbench.activeTab(), /hello\.txt/);
        fs.writeFileSync(inProject('hello.txt'), 'goodbye\nworld\n');
        await until(lines, (text) => assert.match(text, /goodbye[^]*goodbye/));
        await started.session.answerYes();
        await diff.waitFor({ state: 'detached' });
      });

      it('is allowed in the title of its diff, or denied there, and the editor before it is back', async () => {
        const { workbench } = started;
        const { page } = workbench;
        await started.session.waitFor('prompt');
        // A double click, because a preview tab would be replaced by the next one.
        await openInExplorer(workbench, 'hello.txt');
        const isBack = () =>
          until(
            () => workbench.activeTab(),
            (tab) => assert.match(tab, /^hello\s*\.txt/),
          );
        await workbench.showContainer('Mission Control');
        const diff = page.locator('.part.editor .monaco-diff-editor');
        const button = (name: string): Locator =>
          page.locator('.editor-actions').getByRole('button', { name, exact: true });
        const asks = async (marker: string, next: string): Promise<void> => {
          const file = inProject(`${next}.txt`);
          const edit = { file_path: file, old_string: 'world', new_string: next };
          fs.writeFileSync(file, 'hello\nworld\n');
          started.api.add(
            script(marker, [tool('Read', { file_path: file }), tool('Edit', edit), say('Done.')]),
          );
          assert.equal(await started.session.turn(`[[${marker}]] it`), 'permission');
          await workbench.tree('Sessions').choose(row, 'Show What the Request Changes');
          await diff.getByText(next).first().waitFor();
        };
        await asks('grant', 'granted');
        await until(
          async () => {
            // A request that has just become visible cannot be allowed yet.
            if ((await diff.count()) > 0)
              await button('Allow Request')
                .click({ timeout: 2_000 })
                .catch(() => undefined);
            return diff.count();
          },
          (count) => assert.equal(count, 0),
          answeredMs,
        );
        await isBack();
        await until(
          () => fs.readFileSync(inProject('granted.txt'), 'utf8'),
          (text) => assert.match(text, /granted/),
          answeredMs,
        );
        await started.session.waitFor('prompt');
        await asks('refuse', 'refused');
        await button('Deny Request').click();
        await diff.waitFor({ state: 'detached' });
        await isBack();
        await started.session.waitFor('prompt');
        assert.equal(fs.readFileSync(inProject('refused.txt'), 'utf8'), 'hello\nworld\n');
      });
    });

    describe('on the board', () => {
      /** The card of the session on the board's page. */
      const card = async (): Promise<Locator> => {
        return openPane(await started.workbench.webview('html[data-place="panel"] article'));
      };

      it('is a form that the tree leads to', async () => {
        const { workbench } = started;
        const colour = question('Which colour?', ['Red', 'Blue']);
        const features = question('Which features?', ['Search', 'Export', 'Login'], true);
        started.api.add(script('ask', [ask(colour, features), say('Thank you.')]));
        await started.session.turn('[[ask]] me');
        await workbench
          .tree('Sessions')
          .inlineAction(/Asked you a question/, 'Review Request', async () =>
            (await card()).getByRole('radio', { name: 'Blue' }).check({ timeout: 10_000 }),
          );
        await (await card()).getByRole('button', { name: 'Next', exact: true }).click();
        await (await card()).getByRole('checkbox', { name: 'Export' }).check();
        await (await card()).getByLabel('Your own answer').fill('a dark mode');
        await (await card()).getByRole('button', { name: 'Review', exact: true }).first().click();
        const send = (await card()).getByRole('button', { name: 'Send Answers' });
        await until(
          async () => {
            if (started.session.state === 'question') await send.click({ timeout: 2_000 });
            return started.session.state;
          },
          (state) => assert.equal(state, 'prompt'),
          answeredMs,
        );
        const messages = started.api.lastTold('ask');
        assert.match(messages, /Blue[^]*Export, a dark mode/);
      });
    });

    describe('of a project that the person keeps to its terminals', () => {
      it('is left to its terminal, and can be taken back', async () => {
        const { workbench } = started;
        const choose = async (choice: RegExp, pattern: RegExp): Promise<void> => {
          await workbench.tree('Sessions').choose(/project/, 'Choose Where to Answer…');
          await workbench.pick(choice);
          await workbench.page.locator('.part.statusbar').getByText(pattern).waitFor();
        };
        const answered = (): Promise<readonly string[]> =>
          workbench.tree('Sessions').inlineActions(row);
        started.api.add(script('off', [bash('touch off'), say('Made.')]));
        await started.session.turn('[[off]] it');
        await until(answered, (actions) => assert.ok(actions.includes('Review Request')));
        await choose(/Only in their terminals/, /answered only in their terminals/);
        await until(answered, (actions) => assert.ok(!actions.includes('Review Request')));
        const relays = (): readonly string[] =>
          spawnSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
            .stdout.split('\n')
            .filter((line) =>
              line.includes(`${started.home.configHome}/mission-control/relay-wait`),
            );
        await until(relays, (waiting) => assert.deepEqual(waiting, []));
        assert.equal(started.session.state, 'permission');
        await started.session.answerYes();
        await started.session.waitFor('prompt');
        await until(
          () => workbench.tree('Sessions').outline(),
          (outline) => assert.match(outline, /Waiting for your next prompt/),
        );
        await choose(/Here and in their terminals/, /can be answered here, too/);
        started.api.add(script('on', [bash('touch on'), say('Made.')]));
        await started.session.turn('[[on]] it');
        await until(answered, (actions) => assert.ok(actions.includes('Review Request')));
        await started.session.answerYes();
        await started.session.waitFor('prompt');
      });
    });
  });

  answersBesideLists(started);
  allowsForAWhile(started);
  answersFromNotifications(started);
  answersBeneathTranscript(started);
  reviewsPlans(started);
  answersInAnotherEditor(started);
  answersInDiffs(started);
  answersInTwoWindows(started);
});
