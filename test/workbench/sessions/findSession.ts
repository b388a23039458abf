import * as assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { EditorFixture } from '../../support/editor/fixture';
import { openFindSession, QuickPick } from '../../support/editor/window/quickPick';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const day = 86_400_000;
const hostile = '\u001B[31mDrop $(trash) it \u202Etxt.exe\u202C\u0007';

/** Replaces the client: records how it was started, and keeps running. */
const scriptedClaude = (startedFile: string): string => `#!/bin/sh
printf '%s\\n' "$PWD" "$CLAUDE_CONFIG_DIR" "$@" > '${startedFile}'
echo "resumed $*"
exec sleep 600
`;

/** Sessions that ended long ago, in the config home of an editor that starts later. */
export class PastSessions {
  readonly work: string;
  readonly startedFile: string;
  readonly claude: string;
  private readonly gone: string;

  /** Their folders are next to the config home. */
  constructor(readonly home: string) {
    const root = path.dirname(home);
    this.work = path.join(root, 'my work');
    this.startedFile = path.join(root, 'started');
    this.claude = path.join(root, 'scripted claude');
    this.gone = path.join(root, 'gone');
  }

  async write(): Promise<void> {
    await fs.mkdir(this.work);
    await fs.writeFile(this.claude, scriptedClaude(this.startedFile), { mode: 0o755 });
    await this.session('aaaa-old', 40, ['Repair the zeppelin'], this.work);
    const balloon = await this.session('bbbb-gone', 30, ['Paint the balloon']);
    await balloon.write({
      type: 'pr-link',
      prNumber: 41,
      prUrl: 'https://example.com/dev/balloon/pull/41',
      prRepository: 'dev/balloon',
      timestamp: new Date(Date.now() - 29 * day).toISOString(),
    });
    await this.session('cccc-evil', 20, [hostile]);
    const filler = Array.from({ length: 30 }, (_, index) => `Step ${index}`);
    await this.session('dddd-long', 10, ['Find the needle', ...filler]);
  }

  private async session(
    id: string,
    daysAgo: number,
    prompts: readonly string[],
    cwd = this.gone,
  ): Promise<TranscriptFile> {
    const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
    const file = path.join(this.home, 'projects', slug, `${id}.jsonl`);
    const transcript = new TranscriptFile(id, file, Date.now() - daysAgo * day);
    const where = { cwd, gitBranch: 'feature/history' };
    for (const prompt of prompts) {
      await transcript.write(
        transcript.prompt(prompt, where),
        transcript.answer(
          `I looked at it.\nThe hydrogen of ${id} leaks.\nThat is all.`,
          id,
          {},
          where,
        ),
        { ...transcript.turnEnded(), ...where },
      );
    }
    return transcript;
  }
}

/** Needs an editor whose config home has only past sessions. */
export function findsSessions(started: EditorFixture, past: () => PastSessions): void {
  describe('finding a session', function () {
    this.timeout(120_000);

    after(() => started.workbench.runCommand('Terminal: Kill All Terminals'));

    const open = (query?: string): Promise<QuickPick> => openFindSession(started.workbench, query);

    it('lists the sessions of the past, the latest first', async () => {
      await started.workbench.showContainer('Mission Control');
      const pick = await open();
      const rows = await until(
        () => pick.rows(),
        (shown) => assert.equal(shown.length, 4),
      );
      assert.match(
        rows[0] ?? '',
        /^Find the needle \| gone · feature\/history · \w+ \d+ \| Step 29/,
      );
      assert.match(rows[3] ?? '', /^Repair the zeppelin \| my work · feature\/history · \w+ \d+$/);
      await pick.close();
    });

    it('shows hostile titles as text', async () => {
      const pick = await open('drop trash');
      const drawn = '⟨U+001B⟩[31mDrop $(trash) it ⟨U+202E⟩txt.exe⟨U+202C⟩⟨U+0007⟩';
      await until(
        () => pick.labels(),
        // Found twice: by its title, and by a message in it.
        (labels) => assert.deepEqual([...new Set(labels)], [drawn, `You: ${drawn}`]),
      );
      assert.equal(await pick.widget.locator('.monaco-list-row .codicon-trash').count(), 0);
      await pick.close();
    });

    it('finds by a word of a prompt, and opens the transcript', async () => {
      const { workbench } = started;
      const pick = await open('ZEPPELIN');
      await pick.row('Repair the zeppelin').waitFor();
      await pick.accept();
      await workbench.transcript(/Repair the zeppelin[^]*The hydrogen of aaaa-old leaks/);
      assert.match(await workbench.activeTab(), /^Repair the zeppelin/);
    });

    it('finds by what was said, and opens the transcript at that place', async () => {
      const { workbench } = started;
      const pick = await open('hydrogen dddd leaks');
      const [row] = await until(
        () => pick.rows(),
        (rows) => assert.match(rows[0] ?? '', /Claude: /),
      );
      assert.match(row ?? '', /Claude: I looked at it\. The hydrogen of dddd-long leaks\./);
      await pick.accept();
      const shown = await workbench.transcript(/The hydrogen of dddd-long leaks/);
      await shown.getByRole('textbox', { name: 'Find in the whole transcript' }).waitFor();
      await shown.getByText(/^1 of \d+$/).waitFor();
    });

    it('says when there is nothing', async () => {
      const pick = await open('nowhere-to-be-found');
      await pick.row('No results found').waitFor();
      await pick.close();
    });

    it('resumes one in a terminal of its folder, with the command of the settings', async () => {
      await started.editor.changeSettings({ 'missionControl.claudeCommand': `'${past().claude}'` });
      const pick = await open('zeppelin');
      await pick.pressToClose('Repair the zeppelin', 'Resume in Terminal');
      const startRecord = await until(
        () => fs.readFile(past().startedFile, 'utf8').catch(() => ''),
        (text) => assert.ok(text.endsWith('aaaa-old\n')),
      );
      assert.deepEqual(startRecord.trim().split('\n'), [
        past().work,
        past().home,
        '--resume',
        'aaaa-old',
      ]);
      await started.workbench.page
        .locator('.part.panel .terminal-wrapper.active')
        .first()
        .waitFor();
    });

    it('says that the folder is gone', async () => {
      const pick = await open('balloon');
      await pick.pressToClose('Paint the balloon', 'Resume in Terminal');
      await started.workbench.page
        .getByText('The folder of this session no longer exists')
        .first()
        .waitFor();
    });

    it('finds by a pull request, and opens it', async () => {
      const pick = await open('pr:41');
      await until(
        () => pick.rows(),
        ([row, ...others]) => {
          assert.match(row ?? '', /^Paint the balloon \| .*PR #41/);
          assert.deepEqual(others, []);
        },
      );
      await pick.pressToClose('Paint the balloon', 'Open Pull Request');
      const { page } = started.workbench;
      const dialog = page
        .getByRole('dialog')
        .filter({ hasText: 'example.com/dev/balloon/pull/41' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });

    it('copies the id', async () => {
      const { page } = started.workbench;
      const pick = await open('needle');
      await pick.pressToClose('Find the needle', 'Copy Session ID');
      await until(
        () => page.evaluate(() => navigator.clipboard.readText()),
        (text) => assert.equal(text, 'dddd-long'),
      );
    });

    it('is where the finished sessions of the side bar lead to', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      const tree = workbench.tree('Sessions');
      await tree.open(/^Done/);
      await tree.row(/^All Sessions…/).click();
      const pick = new QuickPick(workbench.page);
      await pick.widget.getByPlaceholder('Find a session by').waitFor();
      await pick.close();
    });
  });
}
