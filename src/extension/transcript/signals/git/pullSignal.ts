import { bareHttps } from '../../../util/bareHttps';
import { idIn, nameIn, numberIn, textIn, type JsonObject } from '../../../agents/claude/entry/json';
import type { CommandAct } from './gitSignals';

/** Longest address that is kept, in characters. */
const longestUrl = 500;

/** The client's `gitOperation.pr`; that of a merge names no address (measured on client 2.1.329). */
export function pullAct(pr: JsonObject | undefined): CommandAct | undefined {
  const number = pullNumberIn(pr, 'number');
  if (number === undefined) return undefined;
  const action = nameIn(pr, 'action')?.slice(0, 200);
  const data = {
    number,
    ...address(textIn(pr, 'url')),
    ...(action === undefined ? {} : { action }),
  };
  return { kind: 'pr', ok: true, data };
}

/**
 * The client's note of a pull request. Measured on client 2.1.329: it is written a moment after the
 * command printed the address, before that command's result and maybe before its prompt, and again
 * after later turns, with the time of the writing.
 */
export function pullLink(line: JsonObject | undefined): CommandAct | undefined {
  if (line?.['type'] !== 'pr-link') return undefined;
  const number = pullNumberIn(line, 'prNumber');
  const where = address(textIn(line, 'prUrl'));
  if (number === undefined || where === undefined) return undefined;
  const repository = idIn(line, 'prRepository');
  return {
    kind: 'pr',
    ok: undefined,
    data: { number, ...where, ...(repository === undefined ? {} : { repository }) },
  };
}

/** The pull request that a command printed, where the client says nothing of it. */
export function pullPrinted(
  lines: readonly string[],
  ok: boolean | undefined,
): readonly CommandAct[] {
  if (ok === false) return [{ kind: 'pr', ok, data: { action: 'created' } }];
  const line = lines.findLast((one) => one.startsWith('https://'))?.trim();
  const number = /\/(?:pull|merge_requests)\/(\d{1,9})$/u.exec(line?.slice(-60) ?? '')?.[1];
  const where = address(line);
  if (number === undefined || where === undefined) return [];
  return [{ kind: 'pr', ok: true, data: { number: Number(number), ...where, action: 'created' } }];
}

/** A transcript may hold any number; the wire takes whole ones alone. */
function pullNumberIn(object: JsonObject | undefined, key: string): number | undefined {
  const number = numberIn(object, key);
  return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined;
}

/** Undefined for all but https: the address is opened by a click. */
function address(url: string | undefined): { url: string; repository?: string } | undefined {
  if (url === undefined || url.length > longestUrl) return undefined;
  const parsed = bareHttps(url);
  if (parsed === undefined) return undefined;
  const [, owner, name, kind] = parsed.pathname.split('/');
  const isPull = kind === 'pull' && owner !== undefined && name !== undefined;
  return isPull ? { url, repository: `${owner}/${name}` } : { url };
}
