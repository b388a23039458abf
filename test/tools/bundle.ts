import { mkdir } from 'node:fs/promises';
import { testOutputFolder } from '../support/editor/paths';
import { bundleHostTests } from './bundleHostTests';

/** For the debugger, which starts the tests inside the extension host by itself. */
async function main(): Promise<void> {
  await mkdir(testOutputFolder, { recursive: true });
  console.log(await bundleHostTests());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
