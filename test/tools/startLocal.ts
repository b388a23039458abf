import { spawn } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { aborted } from 'node:util';
import { cleanEnvironment } from '../support/editor/command';
import { installEditor } from '../support/editor/install/install';
import { cacheFolder, projectRoot } from '../support/editor/paths';
import { EditorServer, installExtension } from '../support/editor/server';
import { preferPort } from '../support/hub/wire/freePorts';
import { packageFolder } from '../support/editor/install/vsix';
import { demoSettings } from './demo/demo';
import { giveSettings } from './editorSettings';
import type { Launch } from './launch';

const firstSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
};

/** Serves the editor from the cache on loopback until interrupted. */
export async function startLocal(launch: Launch, interrupted: AbortSignal): Promise<void> {
  const installed = await installEditor();
  const own = launch.demo === undefined;
  const root = path.join(cacheFolder, own ? 'start' : 'start-demo');
  await giveSettings(path.join(root, 'data'), {
    ...firstSettings,
    ...(own ? {} : demoSettings),
  });
  await fs.writeFile(path.join(root, 'config.yaml'), '');
  const env = cleanEnvironment(launch.demo?.env ?? {});
  const opener = await packageFolder(path.join(projectRoot, 'test/tools/opener'), root);
  for (const extension of [launch.vsix, opener]) {
    await installExtension(installed, { root, env }, extension);
  }
  const port = await preferPort(launch.port);
  const server = await EditorServer.start(installed, { root, env, port });
  try {
    const address = `${server.url}/?folder=${encodeURIComponent(launch.folder)}`;
    console.log(`Mission Control runs at ${address} (Ctrl-C ends it)`);
    if (!own) {
      console.log(
        'To try a phone, run Mission Control: Connect Phone there, choose Address of this editor, and open the link of its code in a second browser window as narrow as a phone.',
      );
    }
    if (launch.open) openBrowser(address);
    await Promise.race([server.ended, aborted(interrupted, interrupted)]);
    if (!interrupted.aborted) throw new Error(`The editor ended:\n${server.output}`);
  } finally {
    await server.stop();
  }
}

/** Opens the URL in a browser. Failures are ignored, since the URL is also printed. */
function openBrowser(address: string): void {
  const headless = process.platform === 'linux' && process.env['DISPLAY'] === undefined;
  if (headless) return;
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => console.log('Open the address in a browser.'))
    .unref();
}
