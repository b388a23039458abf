import type { BuildOptions } from 'esbuild';
import { projectRoot } from '../editor/paths';

/** The product's esbuild options for Node programs; callers add entries and output. */
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

/** Options of a bundle that is analyzed and not written. */
export const unwrittenBundle = {
  ...nodeBundle,
  write: false,
  metafile: true,
  outdir: 'unwritten',
  logLevel: 'silent',
} as const satisfies BuildOptions;
