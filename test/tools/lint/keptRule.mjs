/** Methods of `KeptFile` and `KeptValue` whose promise is the acknowledgement; `note` has none. */
const awaited = new Set(['change', 'changeNow', 'persist', 'revoke']);

/** Lint rule: no change of a kept file is acknowledged before its promise settles. */
export const keptRule = {
  create(context) {
    return {
      UnaryExpression({ operator, argument }) {
        if (operator !== 'void' || argument.type !== 'CallExpression') return;
        const { property } = argument.callee;
        if (!awaited.has(property?.name)) return;
        const message = `${property.name} tells whether it is on the disk: await it, or use note`;
        context.report({ node: argument, message });
      },
    };
  },
};
