import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { hostRunEnvironment } from '../../support/editor/host/hostRun';
import { cacheFolder, projectRoot } from '../../support/editor/paths';
import type { TestResult } from '../../support/results';
import { bundleHostTests } from '../bundleHostTests';

const standIn = path.join(projectRoot, 'test/support/editor/host/standIn.sh');
const downloadTimeoutMs = 5_000;

/** Runs mocha inside the extension host of a real editor. */
export async function runHostSuite(grep: string | undefined): Promise<readonly TestResult[]> {
  const extensionTestsPath = await bundleHostTests();
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'mc-host-'));
  const output = path.join(scratch, 'results.json');
  const folder = path.join(scratch, 'folder');
  await mkdir(folder);
  try {
    const ended = runTests({
      vscodeExecutablePath: await executable(),
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath,
      extensionTestsEnv: { ...hostRunEnvironment({ output, grep }), CLAUDE_CONFIG_DIR: folder },
      launchArgs: [folder],
    });
    const problem = await ended.then(
      () => undefined,
      (error: unknown) => error,
    );
    const tests = await readResults(output);
    // The editor also ends with an error if a test failed.
    const isExplained = tests?.some(({ outcome }) => outcome === 'failed') === true;
    if (problem !== undefined && !isExplained) throw problem;
    if (tests === undefined) throw new Error('The editor ended without results.');
    return tests;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function readResults(file: string): Promise<readonly TestResult[] | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as readonly TestResult[];
  } catch {
    return undefined; // The run was aborted before it could write results.
  }
}

/** The desktop editor if there is a display and it can be downloaded, else the local stand-in. */
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
