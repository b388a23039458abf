import assert from 'node:assert/strict';
import * as path from 'node:path';
import { gate } from '../support/realClient/gate';
import { hold, say, tool } from '../support/claude/reply';
import type { ClientSession } from '../support/claude/session';
import { ClientStage } from '../support/claude/stage';
import { useBrowser } from '../support/editor/browser';
import { builtPhonePage } from '../support/phone/builtPage';
import { Handset } from '../support/phone/handset';
import { PhoneHub } from '../support/phone/phoneHub';
import { until } from '../support/until';

/**
 * Everything is real except the model and the person: client, hub, sealed connection, page and
 * browser.
 */
describe('Comments that are written on a phone', function () {
  this.timeout(180_000);
  let stage: ClientStage;
  let session: ClientSession;
  let desk: PhoneHub;
  const browser = useBrowser();
  let phone: Handset;

  before('pair a phone with the hub of a real client', async () => {
    stage = await ClientStage.open();
    desk = await PhoneHub.serving(await builtPhonePage('own'), undefined, stage.home.configHome);
    stage.endsWith(() => desk.hub.close());
    phone = await Handset.of(browser());
    await phone.pair(desk);
    session = await stage.client({ args: ['--permission-mode', 'acceptEdits'] });
  });
  after(async () => {
    await phone?.close();
    await stage?.close();
  });

  it('wait as one prompt while the agent works, and reach it with the line that they are on', async () => {
    const { api, home } = stage;
    const file = path.join(home.project, 'greeting.txt');
    stage.script(
      'write',
      tool('Write', { file_path: file, content: 'Hello\nthere\n' }),
      say('Written.'),
    );
    assert.equal(await session.turn('[[write]] go'), 'prompt');
    const release = gate();
    stage.script('busy', hold(release).say('Done.'));
    stage.script('louder', say('HELLO'));
    await session.prompt('[[busy]] go');

    const { page } = phone;
    const { sessionId = '' } = session;
    await page.evaluate((id) => {
      location.hash = `#review=${id}`;
    }, sessionId);
    await page.getByRole('button', { name: /greeting\.txt/u }).tap();
    await page.locator('.review-line').getByText('Hello').tap();
    const sheet = page.getByRole('dialog', { name: 'Comment' });
    await sheet.getByRole('textbox').fill('Greet louder. [[louder]]');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await page.getByRole('button', { name: 'One comment' }).tap();
    await page.getByRole('button', { name: 'Send as Prompt' }).tap();
    const { prompting } = await desk.hub.waitFor(sessionId, (one) =>
      assert.equal(one.prompting?.prompts.length, 1),
    );
    assert.match(JSON.stringify(prompting), /Greet louder/u);
    assert.equal(api.turns('louder').length, 0, 'It waits for the turn to end');
    release.open();
    await until(
      () => JSON.stringify(api.turns('louder')[0]?.body.messages ?? []),
      (messages) =>
        assert.match(
          messages,
          /My comments on your changes, by file and line:\\n\\ngreeting\.txt, line 1:\\n> Hello\\n\\nGreet louder\. \[\[louder\]\]/u,
        ),
    );
  });
});
