import * as fs from 'node:fs';
import { missionControlFolder } from '../../src/extension/util/configHome';
import { endpointSchema } from '../../src/shared/protocol';
import { until } from '../support/until';
import type { HookTarget } from './hookLoad';
import * as path from 'node:path';

/** The hub that serves a config home now; throws where none does. */
export function currentHub(configHome: string): HookTarget {
  const read = (name: string): string =>
    fs.readFileSync(path.join(missionControlFolder(configHome), name), 'utf8');
  return {
    url: endpointSchema.parse(JSON.parse(read('endpoint.json'))).url,
    token: read('token').trim(),
  };
}

/** The same, as soon as one does. */
export function hubTarget(configHome: string): Promise<HookTarget> {
  return until(
    () => currentHub(configHome),
    () => undefined,
    60_000,
  );
}
