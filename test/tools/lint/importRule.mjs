import { dirname, relative, resolve } from 'node:path';

const src = resolve(import.meta.dirname, '../../../src');

/** The path of a file below `src`, without `extension/` if it is in a subfolder of that. */
function placeOf(file) {
  const place = relative(src, file).replaceAll('\\', '/');
  return /^extension\/[^/]+\//.test(place) ? place.slice('extension/'.length) : place;
}

/** Lint rule: imports are restricted to those in a table of folders. */
export function importRule(rooms) {
  const names = Object.keys(rooms).toSorted((a, b) => b.length - a.length);
  const roomOf = (place) => names.find((name) => place === name || place.startsWith(`${name}/`));

  /** The target of an import, named as in the table. */
  function targetOf(file, specifier) {
    if (specifier.startsWith('node:')) return 'node:';
    if (!specifier.startsWith('.')) return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
    const place = placeOf(resolve(dirname(file), specifier));
    return roomOf(place) ?? place;
  }

  return {
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
}
