import { parseArgs } from 'node:util';
import { isOnPath } from '../support/editor/command';
import { packageExtension, releaseFile } from '../support/editor/install/vsix';
import { startDemo } from './demo/demo';
import { interruption } from './launch';
import { startDesktop } from './startDesktop';
import { startLocal } from './startLocal';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      demo: { type: 'boolean', default: false },
      port: { type: 'string', default: '8765' },
      open: { type: 'boolean', default: true },
    },
    allowNegative: true,
  });
  const interrupted = interruption();
  console.log('Building and packaging Mission Control.');
  const vsix = await packageExtension(releaseFile);
  const start = (await isOnPath('code')) ? startDesktop : startLocal;
  const demo = values.demo ? await startDemo({ withMachine: true }) : undefined;
  try {
    // Under npm the working folder is the project's; INIT_CWD is where npm was called.
    const folder = demo?.projectFolder ?? process.env['INIT_CWD'] ?? process.cwd();
    const port = Number(values.port);
    await start({ vsix, folder, demo, port, open: values.open }, interrupted);
  } finally {
    await demo?.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
