import { packageExtension, releaseFile } from '../support/editor/install/vsix';

async function main(): Promise<void> {
  console.log(`Packaged ${await packageExtension(releaseFile)}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
