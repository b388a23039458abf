import { relative, resolve } from 'node:path';

const src = resolve(import.meta.dirname, '../../../src');
const own = 'shared/text/boundedJson.ts';

function isMember(node, property) {
  const { object, property: name } = node;
  return (
    node.type === 'MemberExpression' &&
    object.type === 'Identifier' &&
    object.name === 'JSON' &&
    (name.name ?? name.value) === property
  );
}

/** True for copying a value of our own: `JSON.parse(JSON.stringify(value))`. */
function isCopy({ parent }) {
  const [text] = parent.type === 'CallExpression' ? parent.arguments : [];
  return text?.type === 'CallExpression' && isMember(text.callee, 'stringify');
}

/** Lint rule: JSON is parsed only by the module that limits its size first. */
export const jsonRule = {
  create(context) {
    const place = relative(src, context.filename).replaceAll('\\', '/');
    if (place.startsWith('..') || place === own) return {};
    return {
      MemberExpression(node) {
        if (!isMember(node, 'parse') || isCopy(node)) return;
        const message = `JSON.parse has no limits: use parseJson or jsonIn of ${own}`;
        context.report({ node, message });
      },
    };
  },
};
