import * as assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { Notifications } from '../../support/editor/window/dialogs';
import { useEditor } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const rules = {
  version: 1,
  signals: [
    {
      name: 'fly',
      kind: 'deploy',
      command: String.raw`\bfly deploy\b`,
      output: String.raw`(?<url>https://\S+)`,
    },
  ],
  labels: [{ name: 'Deployed', when: { signal: 'deploy', ok: true }, label: 'Deployed {url}' }],
};

describe('label rules', function () {
  this.timeout(120_000);
  let root = '';

  const started = useEditor(async () => {
    root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'mission-control-')));
    const file = TranscriptFile.of(root, 'shop-session');
    await file.write(
      file.prompt('Ship the shop'),
      file.call('Bash', { command: 'fly deploy' }, 't1', 'm1'),
      file.result('t1', 'at https://shop.fly.dev'),
      file.answer('Done.', 'm2'),
      file.turnEnded(),
    );
    const folder = path.join(root, 'book');
    await fs.mkdir(path.join(folder, '.vscode'), { recursive: true });
    const settings = { 'missionControl.rules': { labels: [{ name: 'Book', label: 'A book' }] } };
    await fs.writeFile(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
    const book = TranscriptFile.of(root, 'book-session', 'book');
    await book.write(
      book.prompt('Write the book', { cwd: folder }),
      book.answer('Done.', 'm3', {}, { cwd: folder }),
      { ...book.turnEnded(), cwd: folder },
    );
    return { folder, env: { CLAUDE_CONFIG_DIR: root } };
  });
  after(() => fs.rm(root, { recursive: true, force: true }));

  /** The document that the tester shows for the session. */
  async function report(title = 'Ship the shop'): Promise<string> {
    const { workbench } = started;
    await workbench.runCommand('Mission Control: Test Label Rules…');
    const pick = new QuickPick(workbench.page);
    try {
      await pick.row(title).waitFor({ timeout: 2_000 });
    } catch (error) {
      await pick.close(); // The board was not there yet: the list stays as it began.
      throw error;
    }
    await pick.type(title);
    await pick.accept();
    await until(
      () => workbench.activeTab(),
      (tab) => assert.match(tab, /Label rules/),
    );
    const text = await workbench.editorText();
    await workbench.runCommand('View: Close All Editors');
    return text;
  }

  it('are tested on a session: without any, there is nothing to say', async () => {
    await started.workbench.showContainer('Mission Control');
    await until(
      () => report(),
      (text) => assert.match(text, /There are no rules for this/),
    );
  });

  it('count as soon as they are in the settings, and the tester tells what they do', async () => {
    await started.workbench.changeUserSettings({ 'missionControl.rules': rules });
    const text = await until(
      () => report(),
      (said) => assert.match(said, /it says/),
    );
    assert.match(text, /fly.*matched 1 call.*fly deploy/);
    assert.match(text, /Deployed https:\/\/shop\.fly\.dev/);
  });

  it('are on the card as they are typed, and Why names the rule', async () => {
    const { workbench } = started;
    await workbench.runCommand('Mission Control: Open Board');
    const page = await workbench.webview('main[aria-label="Sessions"]');
    const card = page.getByRole('article', { name: 'Ship the shop' });
    const says = (words: RegExp): Promise<string> =>
      until(
        () => card.innerText({ timeout: 1_000 }),
        (text) => assert.match(text, words),
      );
    await says(/Deployed https:\/\/shop\.fly\.dev\n/);
    await card.getByRole('button', { name: 'Details' }).click();
    await card.getByText(/^Label: rule Deployed, matched `?fly deploy`? · /).waitFor();
    const badges = [{ text: 'live', href: '{url}' }];
    const [label] = rules.labels;
    await workbench.changeUserSettings({
      'missionControl.rules': { ...rules, labels: [{ ...label, label: 'Live at {url}', badges }] },
    });
    await workbench.runCommand('Mission Control: Open Board');
    await says(/Live at https:\/\/shop\.fly\.dev\n/);
    await card.getByRole('link', { name: 'live' }).waitFor();
    await workbench.runCommand('View: Close All Editors');
  });

  it('of a workspace are for the sessions of its folder alone', async () => {
    const text = await report('Write the book');
    assert.match(text, /Book.*\(workspace\).*it says `A book`/);
    assert.doesNotMatch(await report(), /A book/);
  });

  it('with a mistake are told of by name, once', async () => {
    const bad = { ...rules, signals: [{ name: 'broken', kind: 'x', command: '(' }] };
    await started.workbench.changeUserSettings({ 'missionControl.rules': bad });
    const notices = new Notifications(started.workbench.page);
    await until(
      () => notices.all(),
      (all) =>
        assert.ok(
          all.some(({ message }) =>
            /signal rule 1 “broken”: “command” must be a regular expression/.test(message),
          ),
        ),
    );
  });
});
