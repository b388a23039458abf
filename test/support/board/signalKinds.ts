import * as fs from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../editor/paths';

const text = fs.readFileSync(path.join(projectRoot, 'src/shared/api/missionControl.ts'), 'utf8');

/**
 * All values of the `SignalKind` type, parsed from the published type file, since types do not
 * exist at run time.
 */
export const signalKinds: readonly string[] = [
  ...(/^export type SignalKind =([^;]*);/mu.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/gu),
].map(([, kind = '']) => kind);
