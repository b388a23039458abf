import { relative, resolve } from 'node:path';

const support = resolve(import.meta.dirname, '../../support');
/** The only test modules that may wait for a fixed time. */
const own = new Set(['assertStays.ts', 'page/read.ts', 'waitFixedTime.ts', 'until.ts']);
const message =
  'a busy machine needs longer than any fixed delay: use until, assertStays or a fake clock; waitFixedTime where the time is the subject';

/**
 * True for resolving a promise by a timer: `setTimeout(resolve, ms)`, or a function that does only
 * that.
 */
function isWait({ callee, arguments: [act, ms] }) {
  if (callee.type !== 'Identifier' || callee.name !== 'setTimeout' || ms === undefined)
    return false;
  if (ms.type === 'Literal' && ms.value === 0) return false;
  if (act?.type === 'Identifier') return act.name === 'resolve' || act.name === 'done';
  const body = act?.type === 'ArrowFunctionExpression' ? act.body : undefined;
  return body?.type === 'CallExpression' && body.callee.name === 'resolve';
}

/** Lint rule: no test waits for a fixed time. */
export const delayRule = {
  create(context) {
    if (own.has(relative(support, context.filename).replaceAll('\\', '/'))) return {};
    return {
      ImportDeclaration(node) {
        if (!/^(?:node:)?timers\/promises$/.test(node.source.value)) return;
        const isTimer = ({ imported }) => imported === undefined || imported.name === 'setTimeout';
        if (node.specifiers.some(isTimer)) context.report({ node, message });
      },
      CallExpression(node) {
        const isOfPage = node.callee.property?.name === 'waitForTimeout';
        if (isOfPage || isWait(node)) context.report({ node, message });
      },
    };
  },
};
