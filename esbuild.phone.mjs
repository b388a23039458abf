import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';

const source = 'media/phone';
const bundleFolder = 'media/l10n';
/** Where the hub's sentences to a phone are, which the page translates. */
const hubSources = ['src/extension/hub', 'src/extension/page', 'src/extension/reader'];

/**
 * The bundles of the phone's page, whose other files follow as soon as both are there. The worker
 * begins with the names of all files and a name of what is in them: another page is another worker.
 */
export function phoneBundles(page, target = 'dist/phone', root = '.') {
  const built = {};
  const wait = (part) => ({
    name: 'phone-page',
    setup(build) {
      build.onEnd(({ outputFiles = [], errors }) => {
        built[part] = errors.length > 0 ? undefined : outputFiles;
        if (built.page && built.worker) writePage(built, path.resolve(root, target), root);
      });
    },
  });
  const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
  const options = (part, entries) => ({
    ...page,
    absWorkingDir: path.resolve(root),
    entryPoints: entries,
    outdir: target,
    // A part of the page that is wanted later is a file of its own.
    ...(part === 'page' && { format: 'esm', splitting: true, chunkNames: 'part-[hash]' }),
    // Phones are replaced less often than editors.
    target: ['chrome120', 'firefox121', 'safari16.4'],
    charset: 'utf8',
    write: false,
    define: { ...page.define, pageVersion: JSON.stringify(version) },
    plugins: [...(page.plugins ?? []), wait(part)],
  });
  return [
    options('page', {
      page: 'src/webview/phone/main.tsx',
      reader: 'src/webview/styles/phone/reader.css',
    }),
    options('worker', { worker: 'src/webview/phone/worker/main.ts' }),
  ];
}

function writePage({ page, worker }, target, root) {
  const files = new Map(page.map((file) => [path.basename(file.path), file.contents]));
  for (const [name, bytes] of statics(path.join(root, source))) files.set(name, bytes);
  const document = files.get('index.html').toString();
  files.set(
    'index.html',
    document.replace('  </head>', (end) => preloads(page) + end),
  );
  const scripts = page.filter((file) => file.path.endsWith('.js')).map((file) => file.text);
  for (const [name, text] of texts(
    scripts.join('') + hubText(root),
    path.join(root, bundleFolder),
  )) {
    files.set(name, text);
  }
  const shown = [...files]
    .filter(([name]) => !name.endsWith('.map'))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256');
  for (const [name, bytes] of shown) hash.update(`${name}\n`).update(bytes);
  const shell = { version: hash.digest('hex').slice(0, 16), files: shown.map(([name]) => name) };
  for (const file of worker) {
    const isScript = file.path.endsWith('.js');
    const text = isScript ? `const shell=${JSON.stringify(shell)};${file.text}` : file.text;
    files.set(path.basename(file.path), text);
  }
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(path.join(target, name), bytes);
}

/** Has the browser fetch at once what the page's script imports, and not after it has read that. */
function preloads(page) {
  const script = page.find((file) => path.basename(file.path) === 'page.js').text;
  const parts = [...script.matchAll(/\b(?:from|import)\s*"\.\/(part-\w+\.js)"/gu)].map(
    ([, name]) => name,
  );
  return [...new Set(parts)]
    .map((name) => `    <link rel="modulepreload" href="${name}" />\n`)
    .join('');
}

/** The page's files that are no bundles, by their names. */
function* statics(folder) {
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(path.join(folder, name));
    if (name !== 'manifest.json') {
      yield [name, bytes];
      continue;
    }
    const { start_url: start, ...rest } = JSON.parse(bytes.toString());
    yield ['manifest.webmanifest', JSON.stringify({ start_url: start, ...rest })];
    // An app that is added by it opens at the address of the page, with all that is in it.
    yield ['here.webmanifest', JSON.stringify(rest)];
  }
}

function hubText(root) {
  const files = hubSources.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
  );
  return files.join('');
}

/** The translations of texts that are said somewhere in `source`, a file for each language. */
function* texts(source, folder) {
  const plain = source.replaceAll('\\', '');
  for (const name of readdirSync(folder)) {
    const words = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const said = Object.entries(words).filter(([text]) => plain.includes(text));
    yield [name.replace('bundle.l10n.', 'texts.'), JSON.stringify(Object.fromEntries(said))];
  }
}
