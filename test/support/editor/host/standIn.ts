import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { format, parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser';
import { newWindowContext, scriptFlags } from '../windowContext';
import { Editor } from '../editor';
import { hostRunBegins } from './hostRun';
import { testOutputFolder } from '../paths';

const runTimeoutMs = 10 * 60_000;

/**
 * Replaces the desktop executable, with the same arguments: runs the tests in the extension host of
 * the web editor.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      extensionDevelopmentPath: { type: 'string', multiple: true, default: [] },
      extensionTestsPath: { type: 'string' },
    },
    allowPositionals: true,
    strict: false,
  });
  const editor = await Editor.start({
    ...(positionals[0] === undefined ? {} : { folder: positionals[0] }),
    builtIns: 'few',
    env: forwardedEnv(),
    // Without this the server ignores the request to run tests.
    serverArgs: ['--vscode-option', 'enable-smoke-test-driver'],
  });
  const browser = await launchBrowser([scriptFlags]);
  try {
    const page = await (await newWindowContext(browser)).newPage();
    const log: string[] = [];
    const ending = waitForTestExitCode(page, log);
    const payload = [
      ...[values.extensionDevelopmentPath].flat().map((place) => {
        return ['extensionDevelopmentPath', remoteUri(editor, String(place))];
      }),
      ['extensionTestsPath', remoteUri(editor, String(values.extensionTestsPath))],
      ['skipWelcome', 'true'],
    ];
    await page.goto(
      `${editor.windowUrl(editor.folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`,
    );
    process.exitCode = await ending;
    const file = path.join(testOutputFolder, 'extension-host.log');
    await writeFile(file, [...log, await editor.logs()].join('\n'));
  } finally {
    await browser.close();
    await editor.stop();
  }
}

/**
 * Resolves with the exit code that the editor reports; it is 0 even if the extension host crashed.
 */
async function waitForTestExitCode(page: Page, log: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The tests did not end in time')),
      runTimeoutMs,
    );
    const finish = (code: number): void => {
      clearTimeout(timer);
      resolve(code);
    };
    page.on('crash', () => finish(1));
    Promise.all([
      page.exposeFunction('codeAutomationExit', finish),
      page.exposeFunction('codeAutomationLog', (_type: string, parts: readonly unknown[]) => {
        const text = format(...parts);
        if (log.includes(hostRunBegins)) console.log(text);
        log.push(text);
      }),
    ]).catch(reject);
  });
}

function remoteUri(editor: Editor, file: string): string {
  return `vscode-remote://${new URL(editor.url).host}${file}`;
}

/** Environment variables that are passed on to the extension host. */
function forwardedEnv(): NodeJS.ProcessEnv {
  const names = Object.entries(process.env).filter(([name]) =>
    /^(MISSION_CONTROL_|CLAUDE_CONFIG_DIR$)/.test(name),
  );
  return Object.fromEntries(names);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
