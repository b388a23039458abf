/**
 * Each `import * as` of a module that is not in the bundle copies it, property by property, as the
 * bundle loads; the editor's has hundreds, and half a hundred files import it. This way it is one copy.
 * Whoever calls `require` gets the module itself, which may be a function.
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
