import * as esbuild from 'esbuild';

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

const bundles = [
  { ...host, entryPoints: ['src/extension/extension.ts'], outfile: 'dist/extension.js' },
  { ...host, entryPoints: ['src/extension/hub/main.ts'], outfile: 'dist/hub.js' },
  {
    ...shared,
    platform: 'browser',
    format: 'iife',
    target: 'chrome132',
    jsx: 'automatic',
    entryPoints: ['src/webview/main.tsx'],
    outfile: 'dist/webview.js',
    define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
  },
];

if (watch) {
  const contexts = await Promise.all(bundles.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  try {
    await Promise.all(bundles.map((options) => esbuild.build(options)));
  } catch {
    process.exitCode = 1; // The reporter has printed each error.
  }
}
