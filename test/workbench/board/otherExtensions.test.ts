import * as assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';
import { useEditor } from '../../support/editor/fixture';
import { projectRoot } from '../../support/editor/paths';
import {
  packageSamples,
  type SampleExtensions,
} from '../../support/editor/install/sampleExtensions';
import { Workbench } from '../../support/editor/window/workbench';
import { writeTurn } from '../../support/hub/deliveredWork';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { backToLists, openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';

interface Note {
  readonly pid: number;
  readonly saw?: string;
  readonly title?: string;
  readonly stopped?: true;
}

/** Time for the extension host of a closed window to end on a busy machine, in ms. */
const windowEndMs = 60_000;

describe('labels of other extensions', function () {
  this.timeout(120_000);
  let root = '';
  let samples: SampleExtensions | undefined;
  const started = useEditor(async () => {
    root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'mission-control-')));
    const file = (id: string) => TranscriptFile.of(root, `5e551011-0000-4000-8000-0000000000${id}`);
    await writeTurn(file('01'), 'Deploy the stock', { command: 'make', output: 'ok' });
    const fly = { command: 'fly deploy', output: 'at https://shop.fly.dev' };
    await writeTurn(file('02'), 'Ship the shop', fly);
    samples = await packageSamples();
    return {
      others: samples.packages,
      env: { CLAUDE_CONFIG_DIR: root, SAMPLE_DEPLOYS_NOTES: path.join(root, 'notes') },
    };
  });
  after(async () => {
    await samples?.dispose();
    await fs.rm(root, { recursive: true, force: true });
  });

  const card = async (title: string): Promise<Locator> =>
    (await started.workbench.webview('main[aria-label="Sessions"]')).getByRole('article', {
      name: title,
    });
  const waitForText = (title: string, words: RegExp, timeoutMs?: number): Promise<string> =>
    until(
      async () => (await card(title)).innerText({ timeout: 1_000 }),
      (text) => assert.match(text, words),
      timeoutMs,
    );

  const why = async (title: string, words: string | RegExp): Promise<void> => {
    const board = await started.workbench.webview('main[aria-label="Sessions"]');
    const shown = await openPane(board, title);
    await shown.getByRole('button', { name: 'Why this state?' }).click();
    await shown.getByText(words).waitFor();
    await backToLists(board);
  };

  /** Notes of the extension with code, from every window. */
  const notes = async (): Promise<readonly Note[]> =>
    (await fs.readFile(path.join(root, 'notes'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Note);

  it('are typed by the package as by the sources', async () => {
    const folder = path.join(started.editor.root, 'extensions');
    const own = (await fs.readdir(folder)).find((name) => name.startsWith('mission-control.'));
    const published = path.join(folder, own ?? '', 'dist/mission-control.d.ts');
    const source = path.join(projectRoot, 'src/shared/api/missionControl.ts');
    assert.equal(await fs.readFile(published, 'utf8'), await fs.readFile(source, 'utf8'));
  });

  it('are on the card, with the badges of all of them beside, and Why names the extension', async () => {
    const { workbench } = started;
    await workbench.showContainer('Mission Control');
    await workbench.runCommand('Mission Control: Open Board');
    await waitForText('Deploy the stock', /Deployed\n[^]*sample rule[^]*turn 1/);
    await why('Deploy the stock', 'Label: acme.sample-deploys');
    const seen = await notes();
    assert.ok(
      seen.some(({ title }) => title === 'Deploy the stock'),
      JSON.stringify(seen),
    );
  });

  it('come from rules of one that has no code, before those of code', async () => {
    await waitForText(
      'Ship the shop',
      /Deployed https:\/\/shop\.fly\.dev[^]*sample rule[^]*deployed/,
    );
    await why('Ship the shop', /^Label: rule 1 \(acme\.sample-rules\), matched `?fly deploy`? · /);
  });

  it('are said as long as one window says them, and go with the last', async () => {
    const { workbench } = started;
    const pidsOf = (all: readonly Note[]): number => new Set(all.map(({ pid }) => pid)).size;
    const stopsOf = (all: readonly Note[]): number => all.filter(({ stopped }) => stopped).length;
    await waitForText('Deploy the stock', /Deployed\n/);
    const before = await notes();
    const second = await Workbench.open(started.context, started.editor);
    await second.showContainer('Mission Control');
    await second
      .tree('Sessions')
      .row(/Deploy the stock.*Deployed/)
      .waitFor();
    await until(notes, (all) => assert.equal(pidsOf(all), pidsOf(before) + 1));
    await workbench.runCommand('Sample Deploys: Stop');
    await until(notes, (all) => assert.equal(stopsOf(all), stopsOf(before) + 1));
    assert.match(await (await card('Deploy the stock')).innerText(), /Deployed\n/);
    await second.close();
    await waitForText(
      'Deploy the stock',
      /^(?![^]*(?:Deployed|turn 1))[^]*sample rule/,
      windowEndMs,
    );
    await waitForText('Ship the shop', /Deployed https:\/\/shop\.fly\.dev/);
  });
});
