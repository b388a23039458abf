import * as path from 'node:path';

export const projectRoot = path.resolve(__dirname, '../../..');

/** Downloads that are kept across runs; git-ignored. */
export const cacheFolder = path.join(projectRoot, '.cache');

/** Output of a run for people: results, logs, pictures. */
export const testOutputFolder = path.join(projectRoot, 'dist', 'test-output');
