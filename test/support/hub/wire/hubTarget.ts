import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { endpointSchema, routes, type Endpoint } from '../../../../src/shared/protocol/protocol';
import { until } from '../../until';

/** URL for hook calls, and the token that authorizes them. */
export interface HookTarget {
  readonly url: string;
  readonly token: string;
}

function read(configHome: string, name: string): string {
  return fs.readFileSync(path.join(missionControlFolder(configHome), name), 'utf8');
}

/** Endpoint file of the hub that serves a config home; throws if there is none. */
export function currentEndpoint(configHome: string): Endpoint {
  return endpointSchema.parse(JSON.parse(read(configHome, 'endpoint.json')));
}

/** The hub that serves a config home; throws if there is none. */
export function currentHub(configHome: string): HookTarget {
  return { url: currentEndpoint(configHome).url, token: read(configHome, 'token').trim() };
}

/** Waits for a hub of the config home. */
export function hubTarget(configHome: string): Promise<HookTarget> {
  return until(
    () => currentHub(configHome),
    () => undefined,
    60_000,
  );
}

/** Posts an event to a hub without waiting for a decision. */
export async function postHook({ url, token }: HookTarget, payload: object): Promise<void> {
  const answer = await fetch(`${url}${routes.hook}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  assert.equal(answer.status, 204);
}
