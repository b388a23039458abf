import { parseBareHttps } from '../../../util/parseBareHttps';
import type { UntimedSignal } from '../../../hub/domain/facts/signals';

/** Longest address to store, in characters. */
const maxUrlLength = 500;

/** The pull request that a command printed, if the client does not report it. */
export function pullPrinted(
  lines: readonly string[],
  ok: boolean | undefined,
): readonly UntimedSignal[] {
  if (ok === false) return [{ kind: 'pr', ok, data: { action: 'created' } }];
  const line = lines.findLast((one) => one.startsWith('https://'))?.trim();
  const number = /\/(?:pull|merge_requests)\/(\d{1,9})$/u.exec(line?.slice(-60) ?? '')?.[1];
  const where = pullAddress(line);
  if (number === undefined || where === undefined) return [];
  return [{ kind: 'pr', ok: true, data: { number: Number(number), ...where, action: 'created' } }];
}

/**
 * The address of a pull request, with its repository if the address names one; undefined for
 * anything but https, because a click opens the address.
 */
export function pullAddress(
  url: string | undefined,
): { url: string; repository?: string } | undefined {
  if (url === undefined || url.length > maxUrlLength) return undefined;
  const parsed = parseBareHttps(url);
  if (parsed === undefined) return undefined;
  const [, owner, name, kind] = parsed.pathname.split('/');
  const isPull = kind === 'pull' && owner !== undefined && name !== undefined;
  return isPull ? { url, repository: `${owner}/${name}` } : { url };
}
