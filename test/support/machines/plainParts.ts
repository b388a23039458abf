import { silentLog } from '../../../src/extension/util/log';

/** Parts of `Machines` for a board without accounts. */
export const plainParts = { log: silentLog, scripts: '', configHome: '/nowhere' };
