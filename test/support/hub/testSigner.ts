import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import { hubName } from '../../../src/extension/util/hub/provingKey';
import { newPrivateKey, withSeal, signerOf } from '../../../src/extension/util/keys/signing';
import { calls, callOf, type CallName } from '../../../src/shared/protocol/calls';
import { fieldsOf } from '../../../src/shared/text/fields';
import type { SignedAct } from '../../../src/shared/protocol/signed';

/** Signs for all windows that tests simulate. */
export const testSigner = signerOf(newPrivateKey());

/** Keys that a hub trusts if a window of the tests started it. */
export function testKeys(): KnownKeys {
  return new KnownKeys([testSigner.publicKey]);
}

const names = new Map<string, string>();

/** Name of the hub with that token, cached because deriving its key is expensive. */
function nameOf(token: string): string {
  const name = names.get(token) ?? hubName(token);
  names.set(token, name);
  return name;
}

/**
 * Body that a window sends to the hub with that token, signed with the tests' key unless a signer
 * is given.
 */
export function signedFor(
  token: string,
  act: SignedAct,
  session: string,
  body: object,
  signer = testSigner,
): object {
  return withSeal(signer, { act, hub: nameOf(token), session }, body);
}

/**
 * Body for that path, signed with the tests' key if the call requires it and the body has no seal.
 */
export function signedIfNeeded(token: string, path: string, body: unknown): unknown {
  const fields = fieldsOf(body);
  if ('seal' in fields) return body;
  for (const name of Object.keys(calls) as CallName[]) {
    const { path: row, method, signed } = callOf(name);
    const id = method === 'POST' ? parameterAt(row, path) : undefined;
    if (id === undefined) continue;
    return signed === undefined ? body : signedFor(token, signed, id, fields);
  }
  return body;
}

/** Undefined if the path does not match the row; empty if the row has no parameter. */
function parameterAt(row: string, path: string): string | undefined {
  const pattern = new RegExp(`^${row.replace(/:\w+/u, '([^/]+)')}$`, 'u');
  const found = pattern.exec(path);
  return found === null ? undefined : decodeURIComponent(found[1] ?? '');
}
