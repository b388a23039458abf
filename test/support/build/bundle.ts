import * as esbuild from 'esbuild';
import { countStart } from '../startCounts';

/** `esbuild.build`, counted for the report of a test run. */
export function buildBundle<T extends esbuild.BuildOptions>(
  options: esbuild.SameShape<esbuild.BuildOptions, T>,
): Promise<esbuild.BuildResult<T>> {
  countStart('bundle');
  return esbuild.build<T>(options);
}

/** `esbuild.buildSync`, counted for the report of a test run. */
export function buildBundleSync<T extends esbuild.BuildOptions>(
  options: esbuild.SameShape<esbuild.BuildOptions, T>,
): esbuild.BuildResult<T> {
  countStart('bundle');
  return esbuild.buildSync<T>(options);
}
