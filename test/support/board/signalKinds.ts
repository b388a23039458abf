import * as fs from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../editor/paths';

const text = fs.readFileSync(path.join(projectRoot, 'src/shared/api/missionControl.ts'), 'utf8');

/** The kinds of `SignalKind`, read from the file that the package contains: a type has no values. */
export const signalKinds: readonly string[] = [
  ...(/^export type SignalKind =([^;]*);/mu.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/gu),
].map(([, kind = '']) => kind);
