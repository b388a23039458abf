import { readdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { format } from 'node:util';
import { hostRun, hostRunBegins } from '../support/editor/host/hostRun';
import { collectResults } from '../support/results';

/** Called by the editor inside the extension host; a rejection reports failed tests. */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const { output, grep } = hostRun(process.env);
  console.log(hostRunBegins);
  // The editor's console forwards its arguments without filling in placeholders.
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => console.log(format(...parts));
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, forbidOnly: true, color: false });
  if (grep !== undefined) mocha.grep(grep);
  const suite = path.join(__dirname, 'suite');
  for (const name of readdirSync(suite, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.test.js')) mocha.addFile(path.join(suite, name));
  }
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run((failures) => {
      if (failures === 0) resolve();
      else reject(new Error(`${String(failures)} failed`));
    });
    const results = collectResults(runner);
    runner.once('end', () => writeFileSync(output, JSON.stringify(results)));
  });
}
