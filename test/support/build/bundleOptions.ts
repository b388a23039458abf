import type { BuildOptions } from 'esbuild';
import { projectRoot } from '../editor/paths';

/** How programs for Node are bundled, as the product's own are; entries and output come beside it. */
export const nodeBundle = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  mainFields: ['module', 'main'],
  define: { navigator: 'undefined' },
  external: ['vscode'],
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** What goes into a bundle, for a look at its parts; nothing is written. */
export const unwrittenBundle = {
  ...nodeBundle,
  write: false,
  metafile: true,
  outdir: 'unwritten',
  logLevel: 'silent',
} as const satisfies BuildOptions;
