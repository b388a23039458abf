import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { aborted } from 'node:util';
import { cleanEnvironment, runCommand } from '../support/editor/command';
import { cacheFolder } from '../support/editor/paths';
import { demoSettings } from './demo/demo';
import { giveSettings } from './editorSettings';
import type { Launch } from './launch';

/**
 * Installs the package into the desktop editor and opens it; a demo gets its own data and
 * extensions folders.
 */
export async function startDesktop(launch: Launch, interrupted: AbortSignal): Promise<void> {
  const env = cleanEnvironment();
  const own = launch.demo === undefined ? [] : ownPlaces();
  if (launch.demo !== undefined) await giveSettings(desktopData, demoSettings);
  await runCode([...own, '--install-extension', launch.vsix, '--force'], env);
  console.log(`Installed ${path.basename(launch.vsix)} in VS Code.`);
  if (launch.demo === undefined) {
    if (launch.open) await runCode([launch.folder], env);
    console.log('Mission Control is in the activity bar; a window that was open needs a reload.');
    return;
  }
  // A running editor would keep its own environment, hence the separate folders.
  const window = spawn('code', [...own, '--new-window', '--wait', launch.folder], {
    env: { ...env, ...launch.demo.env },
    shell: process.platform === 'win32',
    stdio: 'ignore',
  });
  console.log('The demo plays in a window of its own. Close it, or press Ctrl-C here, to end it.');
  console.log(
    'To try a phone, run Mission Control: Connect Phone there and scan its code: the demo’s sessions ask you on the phone, too.',
  );
  const closed = new Promise<void>((resolve, reject) => {
    window.once('error', reject);
    window.once('exit', () => resolve());
  });
  await Promise.race([closed, aborted(interrupted, interrupted)]);
  window.kill();
}

const desktopRoot = path.join(cacheFolder, 'start-demo');
const desktopData = path.join(desktopRoot, 'desktop-data');

function ownPlaces(): readonly string[] {
  return [
    `--user-data-dir=${desktopData}`,
    `--extensions-dir=${path.join(desktopRoot, 'desktop-extensions')}`,
  ];
}

async function runCode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  // On Windows `code` is a batch file, which needs a shell.
  if (process.platform === 'win32') await runCommand('cmd', ['/c', 'code', ...args], { env });
  else await runCommand('code', args, { env });
}
