import { dirname, relative, resolve } from 'node:path';

const src = resolve(import.meta.dirname, '../../../src');

/**
 * Says for each room of `src` what its files may import: rooms, packages, and `node:` for Node's
 * own. `name/` is a room with all that are in it. A room may always import itself; one that is not
 * listed may import nothing. Rooms of `src/extension` go without that name.
 */
const rooms = {
  shared: ['shared/protocol', 'shared/words'],
  'shared/api': [],
  'shared/channel': [],
  'shared/phone': [
    'shared/channel',
    'shared/messages',
    'shared/protocol',
    'shared/text',
    'shared/words',
  ],
  'shared/board': ['shared', 'shared/protocol', 'shared/text', 'shared/words'],
  'shared/messages': ['shared', 'shared/board', 'shared/protocol', 'shared/text'],
  'shared/protocol': ['zod', 'shared/text'],
  'shared/request': ['shared/protocol', 'shared/text', 'shared/words'],
  'shared/text': ['shared/words'],
  'shared/words': ['shared/protocol', 'shared/request', 'shared/text'],

  util: ['node:', 'shared/protocol', 'shared/words'],
  transcript: [
    'node:',
    'util',
    'hub/domain/card',
    'hub/domain/cost',
    'hub/domain/facts',
    'hub/domain/words',
    'shared/words',
  ],

  'hub/domain/words': ['shared/protocol', 'shared/text', 'shared/words'],
  'hub/domain/cost': ['shared/protocol'],
  'hub/domain/facts': ['hub/domain/words', 'shared/protocol', 'shared/text', 'shared/words'],
  'hub/domain/claims': ['hub/domain/facts', 'hub/domain/words', 'shared/protocol', 'shared/words'],
  'hub/domain/outcome': [
    'hub/domain/facts',
    'hub/domain/words',
    'shared',
    'shared/api',
    'shared/protocol',
  ],
  'hub/domain/card': ['hub/domain/', 'shared', 'shared/api', 'shared/protocol', 'shared/text'],

  'hub/ingest': [
    'node:',
    'util',
    'transcript',
    'hub/domain/facts',
    'hub/domain/words',
    'hub/repositories',
    'shared/protocol',
  ],
  'hub/usage': [
    'node:',
    'transcript',
    'hub/domain/card',
    'hub/domain/cost',
    'hub/domain/facts',
    'shared/protocol',
  ],
  'hub/scan': [
    'node:',
    'util',
    'transcript',
    'hub/domain/card',
    'hub/domain/cost',
    'hub/domain/facts',
    'hub/usage',
    'shared/protocol',
  ],
  'hub/history': [
    'node:',
    'util',
    'transcript',
    'hub/domain/facts',
    'hub/domain/outcome',
    'shared/board',
    'shared/protocol',
    'shared/text',
  ],
  'hub/serve': ['node:', 'util', 'shared/protocol', 'shared/words'],
  'hub/reach': ['node:', 'util', 'hub/ingest', 'hub/serve', 'shared/protocol'],
  'hub/store': ['node:', 'util', 'hub/domain/card', 'hub/serve', 'shared/protocol'],
  'hub/life': ['node:', 'util', 'hub/serve', 'shared/protocol'],
  'hub/signed': ['node:', 'util', 'hub/serve', 'shared/protocol', 'shared/text'],
  'hub/attention': ['node:', 'util', 'hub/store', 'shared', 'shared/board', 'shared/protocol'],
  'hub/runners': ['util', 'hub/attention', 'shared/protocol'],
  'hub/control': [
    'node:',
    'util',
    'hub/domain/card',
    'hub/domain/claims',
    'hub/domain/facts',
    'shared/board',
    'shared/protocol',
    'shared/request',
    'shared/text',
  ],
  'hub/prompts': [
    'util',
    'transcript',
    'hub/domain/claims',
    'hub/domain/facts',
    'hub/domain/words',
    'hub/attention',
    'hub/control',
    'hub/runners',
    'hub/signed',
    'hub/store',
    'shared/protocol',
    'shared/text',
    'shared/words',
  ],
  'hub/phone': [
    'node:',
    'uqr',
    'ws',
    'util',
    'link',
    'page',
    'hub/attention',
    'reader',
    'hub/control',
    'hub/serve',
    'hub/signed',
    'hub/store',
    'shared',
    'shared/board',
    'shared/channel',
    'shared/messages',
    'shared/phone',
    'shared/protocol',
    'shared/request',
    'shared/text',
    'shared/words',
  ],
  'hub/layers': [
    'util',
    'hub/domain/',
    'shared',
    'shared/api',
    'shared/board',
    'shared/protocol',
    'shared/text',
    'shared/words',
  ],
  'hub/rules': [
    'node:',
    'util',
    'transcript',
    'hub/domain/facts',
    'hub/domain/words',
    'hub/layers',
    'shared/api',
    'shared/board',
    'shared/protocol',
    'shared/text',
  ],
  'hub/repositories': ['node:', 'util', 'hub/domain/facts', 'hub/domain/words', 'shared/protocol'],
  'hub/looks': ['util', 'hub/attention', 'hub/store', 'shared', 'shared/board', 'shared/protocol'],
  'hub/pulls': ['node:', 'util', 'hub/attention', 'hub/store', 'shared', 'shared/protocol'],
  'hub/stranded': [
    'util',
    'hub/attention',
    'hub/domain/facts',
    'hub/ingest',
    'hub/prompts',
    'hub/store',
    'shared',
    'shared/protocol',
  ],
  'hub/calls': [
    'hub',
    'hub/control',
    'hub/history',
    'hub/layers',
    'hub/prompts',
    'hub/runners',
    'hub/serve',
    'hub/store',
    'hub/stranded',
    'shared/api',
    'shared/protocol',
    'shared/text',
  ],
  hub: [
    'node:',
    'util',
    'link',
    'page',
    'transcript',
    'hub/',
    'shared/api',
    'shared/board',
    'shared/protocol',
  ],

  link: [
    'node:',
    'eventsource-parser',
    'util',
    'shared/board',
    'shared/messages',
    'shared/protocol',
    'shared/words',
  ],
  api: [
    'vscode',
    'extension',
    'util',
    'link',
    'shared',
    'shared/api',
    'shared/board',
    'shared/protocol',
    'shared/text',
    'shared/words',
  ],
  page: ['util', 'link', 'shared/messages', 'shared/protocol', 'shared/board', 'shared/words'],
  reader: [
    'node:',
    'util',
    'transcript',
    'link',
    'shared',
    'shared/board',
    'shared/messages',
    'shared/protocol',
    'shared/request',
    'shared/text',
    'shared/words',
  ],
  runner: ['node:', 'util', 'link', 'hub/ingest', 'shared/protocol', 'shared/text'],
  hookInstaller: [
    'node:',
    'vscode',
    'jsonc-parser',
    'extension',
    'util',
    'shared/messages',
    'shared/text',
    'shared/words',
  ],
  views: [
    'node:',
    'vscode',
    'extension',
    'util',
    'transcript',
    'link',
    'page',
    'reader',
    'shared/',
  ],
  extension: [
    'vscode',
    'util',
    'api',
    'link',
    'hookInstaller',
    'views',
    'shared/api',
    'shared/board',
    'shared/protocol',
    'shared/words',
  ],

  webview: ['react', 'react-dom', 'lucide-react', 'shared/'],
  'webview/phonePanel': ['react', 'react-dom', 'lucide-react', 'uqr', 'webview', 'shared/'],
  'webview/phone': [
    'react',
    'react-dom',
    'lucide-react',
    'highlight.js',
    'webview',
    'webview/reader',
    'shared/',
  ],
  'webview/reader': [
    'react',
    'react-dom',
    'lucide-react',
    'webview',
    'shared',
    'shared/board',
    'shared/messages',
    'shared/protocol',
    'shared/text',
    'shared/words',
    'markdown-it',
    'highlight.js',
    'lowlight',
    'hast',
    'diff',
  ],
};

const names = Object.keys(rooms).toSorted((a, b) => b.length - a.length);

/** The path of a file below `src`, without `extension/` where it is in a room. */
function placeOf(file) {
  const place = relative(src, file).replaceAll('\\', '/');
  return /^extension\/[^/]+\//.test(place) ? place.slice('extension/'.length) : place;
}

const roomOf = (place) => names.find((name) => place === name || place.startsWith(`${name}/`));

/** Names what an import leads to as the table does. */
function targetOf(file, specifier) {
  if (specifier.startsWith('node:')) return 'node:';
  if (!specifier.startsWith('.')) return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
  const place = placeOf(resolve(dirname(file), specifier));
  return roomOf(place) ?? place;
}

const imports = {
  create(context) {
    const place = placeOf(context.filename);
    if (place.startsWith('..')) return {};
    const room = roomOf(place);
    const allowed = rooms[room] ?? [];
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return;
      const target = targetOf(context.filename, node.source.value);
      if (target === room) return;
      const isAllowed = (name) =>
        target === name || (name.endsWith('/') && `${target}/`.startsWith(name));
      if (allowed.some(isAllowed)) return;
      const who = room ?? 'A room without a row';
      const message = `${who} may not import ${target}: see test/tools/lint/rooms.mjs`;
      context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'rooms' }, rules: { imports } };
