import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import { hubName } from '../../../src/extension/util/hub/provingKey';
import { newPrivateKey, sealed, signerOf } from '../../../src/extension/util/signing';
import { calls, callOf, type CallName } from '../../../src/shared/protocol/calls';
import { fieldsOf } from '../../../src/shared/text/fields';
import type { SignedAct } from '../../../src/shared/protocol/signed';

/** Signs for all windows that tests play. */
export const testSigner = signerOf(newPrivateKey());

/** Those of a hub that a window of the tests has started. */
export function testKeys(): KnownKeys {
  return new KnownKeys([testSigner.publicKey]);
}

const names = new Map<string, string>();

/** The name of the hub of that token: the key that it is made of is derived once. */
function nameOf(token: string): string {
  const name = names.get(token) ?? hubName(token);
  names.set(token, name);
  return name;
}

/** What a window sends to the hub of that token: signed, unless by somebody else, with the tests' key. */
export function signedFor(
  token: string,
  act: SignedAct,
  session: string,
  body: object,
  signer = testSigner,
): object {
  return sealed(signer, { act, hub: nameOf(token), session }, body);
}

/** What a window posts to that path: under the tests' seal where its row demands one and the body has none. */
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

/** Undefined where the path is not of the row; empty where the row has no parameter. */
function parameterAt(row: string, path: string): string | undefined {
  const pattern = new RegExp(`^${row.replace(/:\w+/u, '([^/]+)')}$`, 'u');
  const found = pattern.exec(path);
  return found === null ? undefined : decodeURIComponent(found[1] ?? '');
}
