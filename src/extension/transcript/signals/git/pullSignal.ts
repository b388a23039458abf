import { nameIn, textIn, type JsonObject } from '../../../util/json';
import { pullAddress, pullNumberIn } from '../../../agents/claude/entry/pullLink';
import type { UntimedSignal } from '../../../hub/domain/facts/signals';

/** Reads the client's `gitOperation.pr`; after a merge it has no address (measured on client 2.1.329). */
export function pullAct(pr: JsonObject | undefined): UntimedSignal | undefined {
  const number = pullNumberIn(pr, 'number');
  if (number === undefined) return undefined;
  const action = nameIn(pr, 'action')?.slice(0, 200);
  const data = {
    number,
    ...pullAddress(textIn(pr, 'url')),
    ...(action === undefined ? {} : { action }),
  };
  return { kind: 'pr', ok: true, data };
}

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
