import * as path from 'node:path';

export const projectRoot = path.resolve(__dirname, '../../..');

/** Downloads that outlive a run; git-ignored. */
export const cacheFolder = path.join(projectRoot, '.cache');

/** What a run leaves for people: results, logs, pictures. */
export const testOutputFolder = path.join(projectRoot, 'dist', 'test-output');
