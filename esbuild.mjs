import { writeFileSync } from 'node:fs';
import * as esbuild from 'esbuild';
import { copiedOnce } from './copiedOnce.mjs';
import { thirdPartyNotices } from './notices.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** Messages that the editor's problem matcher understands. */
const reporter = {
  name: 'problem-matcher',
  setup(build) {
    build.onStart(() => {
      if (watch) console.log('[watch] build started');
    });
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      if (watch) console.log('[watch] build finished');
    });
  },
};

const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  sourcesContent: false,
  metafile: production,
  logLevel: watch ? 'silent' : 'warning',
  plugins: [reporter],
};

const host = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  // The JSON parser's other build asks for its parts at run time.
  mainFields: ['module', 'main'],
  // The editor's host reports every look at this global as an error; zod takes one.
  define: { navigator: 'undefined' },
};

const extension = {
  ...host,
  plugins: [...host.plugins, copiedOnce],
  entryPoints: ['src/extension/extension.ts'],
  outfile: 'dist/extension.js',
};

const page = {
  ...shared,
  platform: 'browser',
  format: 'iife',
  target: 'chrome132',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
};

const bundles = [
  extension,
  { ...host, entryPoints: ['src/extension/hub/main.ts'], outfile: 'dist/hub.js' },
  { ...host, entryPoints: ['src/extension/hub/history/thread.ts'], outfile: 'dist/history.js' },
  { ...host, entryPoints: ['src/extension/hub/scan/thread.ts'], outfile: 'dist/scan.js' },
  { ...host, entryPoints: ['src/extension/runner/main.ts'], outfile: 'dist/runner.js' },
  { ...page, entryPoints: ['src/webview/main.tsx'], outfile: 'dist/webview.js' },
  { ...page, entryPoints: ['src/webview/reader/main.tsx'], outfile: 'dist/reader.js' },
];

if (watch) {
  const contexts = await Promise.all(bundles.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  try {
    const built = await Promise.all(bundles.map((options) => esbuild.build(options)));
    if (production) {
      const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
      writeFileSync('dist/ThirdPartyNotices.txt', thirdPartyNotices(inputs, '.'));
    }
  } catch (error) {
    // The reporter has printed each error of esbuild's own.
    if (error.errors === undefined) console.error(error.message);
    process.exitCode = 1;
  }
}
