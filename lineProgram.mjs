import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { main } from 'assemblyscript/asc';

const source = 'src/lineProgram/index.ts';
const target = 'src/extension/hub/lines/lineProgram.ts';

/** The text of the module that holds the program of `src/lineProgram`, compiled. */
export async function lineProgramModule() {
  let program;
  const options = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noAssert'];
  const { error } = await main([source, ...options, '-o', 'program'], {
    stderr: process.stderr,
    writeFile: (_name, contents) => void (program = Buffer.from(contents)),
  });
  if (error) throw error;
  return [
    '/** Compiled from `src/lineProgram` by `npm run lines`; never written by hand. */',
    `export const lineProgram =\n  '${program.toString('base64')}';\n`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(target, await lineProgramModule());
}
