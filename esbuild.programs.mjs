import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import * as esbuild from 'esbuild';

/** The extension and the programs that it starts, by the names of their bundles. */
export const programEntries = {
  extension: 'src/extension/extension.ts',
  hub: 'src/extension/hub/main.ts',
  reading: 'src/extension/hub/reading/thread.ts',
  runner: 'src/extension/runner/main.ts',
  cli: 'src/extension/commandLine/main.ts',
};

const partName = /^shared-\w+\.js(?:\.map)?$/u;

/**
 * One build of all programs. Code that several of them need is in a part of its own, `shared-*.js`,
 * so that the package has it once and each program loads only what it needs.
 */
export function programBundles(host, { outdir = 'dist', finish = (script) => script } = {}) {
  return {
    ...host,
    entryPoints: programEntries,
    outdir,
    format: 'esm',
    splitting: true,
    chunkNames: 'shared-[hash]',
    write: false,
    sourcemap: host.sourcemap === false ? false : 'inline',
    plugins: [...(host.plugins ?? []), writtenAsCommonJs(host, finish)],
  };
}

/**
 * Writes the outputs as CommonJS: esbuild shares code between ES modules only, while a `.js` file of
 * the package is CommonJS for Node.
 */
function writtenAsCommonJs({ platform, target, minify, sourcemap }, finish) {
  return {
    name: 'written-as-common-js',
    setup(build) {
      build.onEnd(async ({ outputFiles = [], errors }) => {
        if (errors.length > 0) return;
        const { outdir, absWorkingDir = '.' } = build.initialOptions;
        const folder = path.resolve(absWorkingDir, outdir);
        mkdirSync(folder, { recursive: true });
        for (const name of readdirSync(folder))
          if (partName.test(name)) rmSync(path.join(folder, name));
        await Promise.all(
          outputFiles.map(async (file) => {
            const name = path.basename(file.path);
            const { code, map } = await esbuild.transform(file.text, {
              format: 'cjs',
              platform,
              target,
              minify,
              sourcemap: sourcemap === false ? false : 'external',
              sourcesContent: false,
              sourcefile: name,
            });
            const link = map === '' ? '' : `//# sourceMappingURL=${name}.map\n`;
            writeFileSync(file.path, `${finish(code)}${link}`);
            if (map !== '') writeFileSync(`${file.path}.map`, map);
          }),
        );
      });
    },
  };
}
