import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { phoneBundles } from './esbuild.phone.mjs';
import { programBundles } from './esbuild.programs.mjs';

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

/**
 * Keeps one copy of each module that stays outside the bundle. An `import * as` of such a module
 * copies all its properties when the bundle loads; the editor's API has hundreds of them, and half
 * a hundred files import it. Calls of `require` still get the module itself, as it may be a function.
 */
export const copiedOnce = {
  name: 'copied-once',
  setup(build) {
    build.onResolve({ filter: /^(vscode|node:.+)$/ }, ({ path, namespace, kind }) =>
      namespace === 'copied-once' || kind !== 'import-statement'
        ? { path, external: true }
        : { path, namespace: 'copied-once' },
    );
    build.onLoad({ filter: /.*/, namespace: 'copied-once' }, ({ path }) => ({
      contents: `export * from '${path}';\nexport default require('${path}');`,
    }));
  },
};

/**
 * Keeps the engine of expressions in a bundle of its own: it is large, and loaded only where a rule has an
 * expression.
 */
export const ownEngine = {
  name: 'own-engine',
  setup(build) {
    build.onResolve({ filter: /^re2js$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: './re2js.js', external: true } : undefined,
    );
  },
};

/** Keeps the SDK for the Model Context Protocol in a bundle of its own, which few programs load. */
export const ownSdk = {
  name: 'own-sdk',
  setup(build) {
    build.onResolve({ filter: /^\.\/sdk$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: './mcp.js', external: true } : undefined,
    );
  },
};

/** Gives the SDK our part in place of the one that it has for each environment. */
const lightSdk = {
  name: 'light-sdk',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: path.join(import.meta.dirname, 'src/extension/commandLine/mcp/sdkShims.ts'),
    }));
  },
};

const shared = {
  bundle: true,
  minify: production,
  // `ThirdPartyNotices.txt` holds the licenses of all bundled packages.
  legalComments: 'none',
  sourcemap: production ? false : 'linked',
  sourcesContent: false,
  metafile: production,
  logLevel: watch ? 'silent' : 'warning',
  plugins: [reporter],
};

const host = {
  ...shared,
  plugins: [...shared.plugins, ownEngine, ownSdk],
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  // The JSON parser's other build asks for its parts at run time.
  mainFields: ['module', 'main'],
  // The editor's host reports every look at this global as an error; zod takes one.
  define: { navigator: 'undefined' },
};

const programs = { ...host, plugins: [...host.plugins, copiedOnce] };

const sdk = {
  ...host,
  plugins: [...host.plugins, lightSdk],
  entryPoints: ['src/extension/commandLine/mcp/sdk.ts'],
};

/** Removes the parts of an earlier build, which have other names. */
const withoutOldParts = {
  name: 'without-old-parts',
  setup(build) {
    build.onStart(() => {
      const { outdir } = build.initialOptions;
      const old = existsSync(outdir) ? readdirSync(outdir) : [];
      for (const name of old) if (name.startsWith('part-')) rmSync(path.join(outdir, name));
    });
  },
};

const page = {
  ...shared,
  platform: 'browser',
  format: 'iife',
  target: 'chrome132',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
};

/** The pages of the window: what several of them need is a part of its own, which they import. */
const pages = {
  ...page,
  plugins: [...page.plugins, withoutOldParts],
  format: 'esm',
  splitting: true,
  entryPoints: {
    webview: 'src/webview/main.tsx',
    reader: 'src/webview/reader/main.tsx',
    phonePanel: 'src/webview/phonePanel/main.tsx',
  },
  outdir: 'dist',
  chunkNames: 'part-[hash]',
};

/** Builds the phone's page into a folder as the product has it, but for what plugins change. */
export async function buildPhone(folder, plugins = []) {
  const define = { 'process.env.NODE_ENV': '"production"' };
  const options = { ...page, minify: true, sourcemap: false, logLevel: 'silent', define, plugins };
  await Promise.all(phoneBundles(options, folder).map((one) => esbuild.build(one)));
}

const bundles = [
  programBundles(programs, { finish: (script) => (production ? inAscii(script) : script) }),
  { ...host, entryPoints: ['re2js'], outfile: 'dist/re2js.js' },
  { ...sdk, outfile: 'dist/mcp.js' },
  {
    ...host,
    entryPoints: ['src/extension/util/tether/tether.ts'],
    outfile: 'dist/tether.js',
  },
  pages,
  ...phoneBundles(page),
];

/**
 * A script with escapes for all characters beyond ASCII, which esbuild leaves in regular expressions: one of
 * them, and V8 holds the whole script with two bytes for each character.
 */
export function inAscii(script) {
  return script.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const noticesPreface = `Mission Control for Claude Code holds code of the packages below, each under the licence beneath it.
`;

// Tests import this module for its functions, and must not start a build by that.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();

async function main() {
  if (watch) await watchBundles();
  else await buildBundles();
}

/** Builds the programs into a folder as the product has them. */
export async function buildPrograms(folder) {
  const release = { minify: true, sourcemap: false, logLevel: 'silent' };
  const outdir = path.resolve(folder);
  await Promise.all([
    esbuild.build(programBundles({ ...programs, ...release }, { outdir, finish: inAscii })),
    esbuild.build({ ...sdk, ...release, outfile: path.join(outdir, 'mcp.js') }),
  ]);
}

/** Puts the types of the interface for other extensions into a folder, as the package has them. */
export function copyTypes(folder) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(
    path.join(import.meta.dirname, 'src/shared/api/missionControl.ts'),
    path.join(folder, 'mission-control.d.ts'),
  );
}

async function watchBundles() {
  copyTypes('dist');
  const contexts = await Promise.all(bundles.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
}

/** Removes what an earlier version has built: the package takes all that is there. */
function removeOutputs() {
  const old = existsSync('dist') ? readdirSync('dist') : [];
  for (const name of old) if (/\.(?:js|css|map)$/u.test(name)) rmSync(path.join('dist', name));
}

async function buildBundles() {
  try {
    removeOutputs();
    copyTypes('dist');
    const built = await Promise.all(bundles.map((options) => esbuild.build(options)));
    if (production) {
      for (const { platform, outfile } of bundles) {
        if (platform === 'node' && outfile !== undefined)
          writeFileSync(outfile, inAscii(readFileSync(outfile, 'utf8')));
      }
      const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
      writeFileSync('dist/ThirdPartyNotices.txt', thirdPartyNotices(inputs, '.'));
    }
  } catch (error) {
    // The reporter has printed each error of esbuild's own.
    if (error.errors === undefined) console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * The licences of all packages that bundles are made of, by the paths that esbuild's metafile names.
 * Throws where a package comes without one.
 */
export function thirdPartyNotices(inputs, root) {
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const notices = [...folders]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => noticeOf(path.join(root, folder)));
  return [noticesPreface, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

/** `node_modules/@a/b/c.js` belongs to `node_modules/@a/b`. */
function packageFolder(input) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((one) =>
    /^licen[cs]e(?:-\w+)?(?:\.(?:md|txt))?$/i.test(one),
  );
  if (file === undefined) throw new Error(`The package ${name} comes without a licence.`);
  const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
