import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import { extensionId } from '../../../src/extension/manifest';
import type { EditorFixture } from '../../support/editor/fixture';
import { Workbench } from '../../support/editor/window/workbench';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';
import { configHome, oneSession } from './oneSession';

/** Longer than the intervals at which hubs and windows poll their folder. */
const someLooksMs = 6_000;
/** An ending hub writes again within this time, in ms, or not at all. */
const stillMs = 1_000;

const settingsSchema = z.object({
  hooks: z.record(
    z.string(),
    z.array(z.object({ hooks: z.array(z.object({ command: z.string() })) })),
  ),
});

/** Needs two windows: `opened` returns those that an earlier suite left. */
export function leaving(started: EditorFixture, opened: () => readonly Workbench[]): void {
  describe('Leaving the packaged extension behind', function () {
    this.timeout(120_000);
    const original = '{\n  // mine\n  "model": "opus"\n}\n';
    const off = /Mission Control is turned off/;
    let home: string;
    let settings: string;
    let windows: readonly Workbench[];

    before('have settings and two windows', async () => {
      await oneSession(started);
      home = configHome(started);
      settings = path.join(home, 'settings.json');
      writeFileSync(settings, original);
      windows = opened();
      if (windows.length === 0) {
        windows = [started.workbench, await Workbench.open(started.context, started.editor)];
      }
      for (const window of windows) await window.showContainer('Mission Control');
    });

    async function everyTree(row: RegExp): Promise<void> {
      await until(
        () => Promise.all(windows.map((window) => window.tree('Sessions').outline())),
        (outlines) => {
          for (const outline of outlines) assert.match(outline, row);
        },
      );
    }

    async function installHooks(workbench: Workbench): Promise<void> {
      await workbench.runCommand('Mission Control: Install Hooks');
      await workbench.notifications.answer(/Install hooks for \d+ events/, 'Install Hooks');
      await workbench.notifications.toast(/Hooks are installed/).waitFor();
    }

    it('switches off every window when one of them removes everything', async () => {
      await everyTree(/Build the checkout page/);
      const [, remover] = windows as [Workbench, Workbench];
      await installHooks(remover);
      await remover.runCommand('Mission Control: Remove Everything');
      await remover.modal.answer('Remove Everything');
      await remover.notifications.toast(/Everything is removed/).waitFor();
      for (const window of windows) await window.page.getByText(off).first().waitFor();
      await waitFixedTime(someLooksMs);
      assert.deepEqual(readdirSync(home).sort(), ['projects', 'settings.json']);
      assert.equal(readFileSync(settings, 'utf8'), original);
    });

    it('starts every window again when one of them is told to', async () => {
      const [one] = windows as [Workbench, Workbench];
      await one.page.getByRole('button', { name: 'Start Again' }).first().click();
      await everyTree(/Build the checkout page/);
    });

    it('leaves hooks that do nothing when it is uninstalled', async () => {
      const [one] = windows as [Workbench, Workbench];
      await installHooks(one);
      await started.editor.uninstall(extensionId);
      for (const window of windows) await window.close();
      const reopened = await Workbench.open(started.context, started.editor);
      assert.equal(await reopened.statusBar.entry('missionControl.needsYou').count(), 0);
      await until(
        () => existsSync(path.join(home, 'mission-control', 'relay.conf')),
        (there) => assert.ok(!there, 'the hub is still there'),
        60_000,
      );
      const { hooks } = settingsSchema.parse(
        JSON.parse(readFileSync(settings, 'utf8').replace(/\/\/.*/, '')),
      );
      const commands = Object.values(hooks).flatMap((groups) =>
        groups.flatMap((group) => group.hooks.map(({ command }) => command)),
      );
      assert.ok(commands.length > 5);
      const calls = path.join(started.editor.root, 'curl-calls');
      const bin = path.join(started.editor.root, 'counted-programs');
      mkdirSync(bin);
      writeFileSync(path.join(bin, 'curl'), `#!/bin/sh\necho called >>'${calls}'\n`);
      chmodSync(path.join(bin, 'curl'), 0o755);
      const names = (): ReadonlySet<unknown> =>
        new Set(readdirSync(home, { recursive: true, encoding: 'utf8' }));
      // A hub that is no longer registered may still be writing its files.
      const [before] = await until(
        async () => {
          const then = names();
          await waitFixedTime(stillMs);
          return [then, names()] as const;
        },
        ([then, now]) => assert.deepEqual(now, then),
      );
      const env = {
        ...process.env,
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        CLAUDE_CONFIG_DIR: home,
      };
      for (const command of new Set(commands)) {
        const input = JSON.stringify({ tool_input: 'x'.repeat(200_000) });
        const run = spawnSync('sh', ['-c', command], { env, input, encoding: 'utf8' });
        assert.deepEqual([run.status, run.stdout, run.stderr, run.error], [0, '', '', undefined]);
      }
      assert.ok(!existsSync(calls), 'a hook called the network');
      assert.deepEqual(names(), before);
    });
  });
}
