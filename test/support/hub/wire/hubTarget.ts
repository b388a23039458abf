import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { endpointSchema, routes, type Endpoint } from '../../../../src/shared/protocol/protocol';
import { until } from '../../until';

/** Where hooks are sent, and by which right. */
export interface HookTarget {
  readonly url: string;
  readonly token: string;
}

function read(configHome: string, name: string): string {
  return fs.readFileSync(path.join(missionControlFolder(configHome), name), 'utf8');
}

/** What the hub that serves a config home now tells of itself; throws where none does. */
export function currentEndpoint(configHome: string): Endpoint {
  return endpointSchema.parse(JSON.parse(read(configHome, 'endpoint.json')));
}

/** The hub that serves a config home now; throws where none does. */
export function currentHub(configHome: string): HookTarget {
  return { url: currentEndpoint(configHome).url, token: read(configHome, 'token').trim() };
}

/** The same, as soon as one does. */
export function hubTarget(configHome: string): Promise<HookTarget> {
  return until(
    () => currentHub(configHome),
    () => undefined,
    60_000,
  );
}

/** Posts an event that waits for no answer to a hub. */
export async function postHook({ url, token }: HookTarget, payload: object): Promise<void> {
  const answer = await fetch(`${url}${routes.hook}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  assert.equal(answer.status, 204);
}
