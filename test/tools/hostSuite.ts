import { mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { hostRun, hostRunEnvironment, type HostRun } from '../support/editor/host/hostRun';
import { cacheFolder, projectRoot } from '../support/editor/paths';
import { bundleHostTests } from './bundleHostTests';

const standIn = path.join(projectRoot, 'test/support/editor/host/standIn.sh');
const downloadTimeoutMs = 5_000;

/** Runs mocha inside the extension host of a real editor; the file of results tells how it went. */
async function runHostSuite(options: HostRun): Promise<void> {
  const extensionTestsPath = await bundleHostTests();
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'mc-host-'));
  try {
    await runTests({
      vscodeExecutablePath: await executable(),
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath,
      extensionTestsEnv: { ...hostRunEnvironment(options), CLAUDE_CONFIG_DIR: scratch },
      launchArgs: [scratch],
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The desktop editor where it can be shown and downloaded, else the local one. */
async function executable(): Promise<string> {
  const display = process.platform !== 'linux' || process.env['DISPLAY'] !== undefined;
  if (!display) return standIn;
  try {
    const cachePath = path.join(cacheFolder, 'desktop');
    return await downloadAndUnzipVSCode({ cachePath, timeout: downloadTimeoutMs });
  } catch (error) {
    console.log(
      `The desktop editor cannot be downloaded (${String(error)}); the local one is used.`,
    );
    return standIn;
  }
}

runHostSuite(hostRun(process.env)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
