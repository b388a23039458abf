import * as assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { useEditor } from '../support/editor/fixture';
import { projectRoot } from '../support/editor/paths';
import { until } from '../support/until';

const fixture = path.join(projectRoot, 'test/fixtures/transcripts/tools.jsonl');
const sessionId = 'b193d939-9e0c-4f73-b4f8-99f37eddcae7';

/** Runs in the page: whether the editor wrote `text` down already. In a browser it does so every few seconds. */
async function remembered(text: string): Promise<boolean> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const values = await new Promise<unknown[]>((resolve, reject) => {
      const opened = indexedDB.open(name);
      opened.addEventListener('error', () => reject(new Error(`${name} cannot be read`)));
      opened.addEventListener('success', () => {
        const all = opened.result.transaction('ItemTable').objectStore('ItemTable').getAll();
        all.addEventListener('success', () => resolve(all.result));
      });
    });
    if (values.some((value) => String(value).includes(text))) return true;
  }
  return false;
}

describe('a transcript in the editor', function () {
  this.timeout(60_000);
  let home = '';
  let file = '';
  const started = useEditor(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'mission-control-'));
    file = path.join(home, 'projects', '-home-dev-shop', `${sessionId}.jsonl`);
    await mkdir(path.dirname(file), { recursive: true });
    await copyFile(fixture, file);
    return { env: { CLAUDE_CONFIG_DIR: home } };
  });
  after(() => rm(home, { recursive: true, force: true }));

  const shown = () => started.workbench.visibleEditorText();

  it('opens by a click on the row, at its end, with long parts closed', async () => {
    const { workbench } = started;
    await workbench.showContainer('Mission Control');
    const tree = workbench.tree('Sessions');
    await tree.row(/^Done/).click();
    await tree.row(/^please, Session closed/).click();
    const text = await until(shown, (visible) => assert.match(visible, /Took 4s/));
    assert.match(text, /▸ Bash {2}echo oops >&2; exit 3[^]*✗ Exit code 3/);
    await until(shown, (visible) => assert.doesNotMatch(visible, /Thinking slowly/));
    assert.match(await workbench.activeTab(), /^please/);
  });

  it('follows while the file grows', async () => {
    const line = { type: 'user', message: { role: 'user', content: 'One more thing' } };
    await appendFile(file, `${JSON.stringify(line)}\n`);
    await until(shown, (visible) => assert.match(visible, /Took 4s[^]*❯ One more thing/));
  });

  it('has an outline by prompts', async () => {
    const { page } = started.workbench;
    await page.locator('.part.editor .monaco-editor').first().click();
    await page.keyboard.press('ControlOrMeta+Shift+O');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: 'One more thing' }).waitFor();
    await rows.filter({ hasText: 'Read  missing.txt' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('leads to the raw file', async () => {
    const { workbench } = started;
    await workbench.page.getByRole('button', { name: 'Open Raw Transcript File' }).click();
    await until(
      () => workbench.activeTab(),
      (tab) => assert.match(tab, new RegExp(`^${sessionId}\\s*\\.jsonl`)),
    );
  });

  it('is there again after the window was reloaded, and so is the board', async () => {
    const { workbench } = started;
    await workbench.runCommand('Mission Control: Open Board');
    await workbench.webview('main');
    await until(
      () => workbench.page.evaluate(remembered, 'missionControl.board'),
      (isRemembered) => assert.ok(isRemembered),
    );
    await workbench.reload();
    const board = await workbench.webview('main', 30_000);
    await board.getByText('Done').first().waitFor();
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'please' }).click();
    await until(shown, (visible) => assert.match(visible, /❯ /), 20_000);
  });
});
