import type { IncomingMessage } from 'node:http';
import { isSameSecret } from '../../util/hub/hubKey';
import { refusals, type Refusal } from './refusal';

/**
 * Checks that the host is ours and the request is not from a foreign page; returns the refusal of
 * the first check that fails.
 */
export function checkOrigin(request: IncomingMessage, port: number): Refusal | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(request.headers.host ?? '')) return refusals.host;
  const origin = request.headers.origin;
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) {
    return refusals.origin;
  }
  return undefined;
}

export function checkToken(request: IncomingMessage, token: string): Refusal | undefined {
  const match = /^Bearer ([0-9a-f]{1,256})$/u.exec(request.headers.authorization ?? '');
  return match?.[1] !== undefined && isSameSecret(match[1], token) ? undefined : refusals.token;
}
