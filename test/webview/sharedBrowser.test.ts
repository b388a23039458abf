import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as path from 'node:path';
import type { Browser } from 'playwright-core';
import { sharedBrowser, useBrowser } from '../support/editor/browser';
import { projectRoot } from '../support/editor/paths';
import { skip } from '../support/skip';
import { readCommand, readProcessTable } from '../tools/run/processTable';
import { until } from '../support/until';

const module = path.join(projectRoot, 'test/support/editor/browser.ts');
const starts = `
  const { sharedBrowser } = require(${JSON.stringify(module)});
  sharedBrowser().then(() => console.log('started'));`;

describe('The browser that test files share', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('is the same for all who ask for the same flags', async () => {
    assert.equal(await sharedBrowser(), browser());
    assert.notEqual(await sharedBrowser(['--lang=de']), browser());
  });

  it('is started again after it broke down', async () => {
    const flags = ['--lang=fr'];
    const first = await sharedBrowser(flags);
    await first.close();
    const second = await sharedBrowser(flags);
    assert.notEqual(second, first);
    assert.ok(second.isConnected());
  });

  it('takes no stack for what a call to a page waits for', async () => {
    const page = await browser().newPage();
    await page.evaluate(() => undefined);
    const stacks: string[] = [];
    const format: unknown = Reflect.get(Error, 'prepareStackTrace');
    Error.prepareStackTrace = (_error, sites) => {
      stacks.push(sites.map((site) => site.getFunctionName()).join(' < '));
      return '';
    };
    try {
      await page.evaluate(() => undefined);
    } finally {
      Reflect.set(Error, 'prepareStackTrace', format);
    }
    assert.match(stacks.join('\n'), /_wrapApiCall/);
    assert.doesNotMatch(stacks.join('\n'), /_race/);
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`ends with the process that shares it when ${signal} ends that`, async function () {
      if (readProcessTable().length === 0) skip(this, 'it reads /proc');
      const args = ['--import', 'tsx', '-e', starts];
      const stdio = ['ignore', 'pipe', 'inherit'] as const;
      const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: [...stdio] });
      const exited = once(child, 'exit');
      await once(child.stdout, 'data');
      const started = readProcessTable()
        .filter(({ parent, pid }) => parent === child.pid && /chrom/i.test(readCommand(pid)))
        .map(({ pid }) => pid);
      assert.equal(started.length, 1);
      child.kill(signal);
      assert.deepEqual(await exited, [null, signal]);
      await until(
        () => started.map((pid) => readCommand(pid)),
        (commands) => assert.deepEqual(commands, ['']),
      );
    });
  }
});

describe('A suite that leaves a page open in the shared browser', () => {
  let used: Browser;

  describe('has it', () => {
    const browser = useBrowser();
    it('while its tests run', async () => {
      used = browser();
      await used.newPage();
      assert.equal(used.contexts().length, 1);
    });
  });

  describe('leaves nothing', () => {
    it('to the suite that follows', () => {
      assert.equal(used.contexts().length, 0);
    });
  });
});
