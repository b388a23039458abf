import type { IncomingHttpHeaders } from 'node:http';
import { uptime } from 'node:os';

/** Headers with which a hook's relay describes itself. */
export interface HookHeaders {
  readonly pid: number | undefined;
  readonly parentPid: number | undefined;
  readonly entrypoint: string | undefined;
  readonly sentAt: number | undefined;
  /** True if the relay already sent the event to an earlier hub, which has ended. */
  readonly again: boolean;
}

export function parseHookHeaders(headers: IncomingHttpHeaders): HookHeaders {
  return {
    pid: parseDigits(headers['x-claude-pid']),
    parentPid: parseDigits(headers['x-claude-parent-pid']),
    entrypoint: parseEntrypoint(headers['x-claude-entrypoint']),
    sentAt: parseDigits(headers['x-sent-at']) ?? timeFromUptime(headers['x-sent-uptime']),
    again: headers['x-again'] === '1',
  };
}

/** Parses the headers from the name of a file that a relay wrote; undefined for any other name. */
export function parseHeadersFromName(name: string): HookHeaders | undefined {
  const parts = /^(\d*)_([\d.]*)_(\d*)_(\d*)_([a-z0-9-]*)_\d+$/u.exec(name);
  if (parts === null) return undefined;
  const [, now, up, pid, parentPid, entrypoint] = parts;
  return {
    pid: parseDigits(pid),
    parentPid: parseDigits(parentPid),
    entrypoint: parseEntrypoint(entrypoint),
    sentAt: parseDigits(now) ?? timeFromUptime(up),
    again: false,
  };
}

type Header = string | string[] | undefined;

function parseEntrypoint(header: Header): string | undefined {
  return typeof header === 'string' && /^[a-z0-9-]{1,40}$/u.test(header) ? header : undefined;
}

/**
 * Converts the machine's uptime, in seconds to the hundredth as a shell on Linux reads it, to ms
 * since 1970.
 */
function timeFromUptime(header: Header): number | undefined {
  if (typeof header !== 'string' || !/^\d{1,10}\.\d\d$/u.test(header)) return undefined;
  return Math.round(Date.now() - (uptime() - Number(header)) * 1_000);
}

function parseDigits(header: Header): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/u.test(header) ? Number(header) : undefined;
}
