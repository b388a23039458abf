import type { UntimedSignal } from '../../../hub/domain/facts/signals';
import { pullAddress } from '../../../transcript/signals/git/pullSignal';
import { nameIn, objectIn, textIn, type JsonObject } from '../../../util/json';
import { pullNumberIn } from './pullLink';

/**
 * Reads the acts of git that the client reports with a command's result, in `gitOperation`. Measured
 * on client 2.1.329, it derives them from the output: it reports commits (also amended and
 * cherry-picked), pushes of branches, merges, rebases and pull requests; it reports nothing for
 * `-q`, switched branches, failed commands, background commands, or a push or merge without effect.
 */
export function reportedActs(operation: JsonObject | undefined): readonly UntimedSignal[] {
  if (operation === undefined) return [];
  const reported: UntimedSignal[] = [];
  const commit = objectIn(operation, 'commit');
  const push = objectIn(operation, 'push');
  const branch = objectIn(operation, 'branch');
  if (commit !== undefined) reported.push(signal('commit', commit, 'sha', 'kind', 'branch'));
  if (branch !== undefined) {
    const kind = branch['action'] === 'rebased' ? 'branch' : 'merge';
    reported.push(signal(kind, branch, 'ref', 'action'));
  }
  if (push !== undefined) reported.push(signal('push', push, 'branch'));
  const pull = pullAct(objectIn(operation, 'pr'));
  return pull === undefined ? reported : [...reported, pull];
}

function signal(
  kind: UntimedSignal['kind'],
  from: JsonObject,
  ...names: readonly string[]
): UntimedSignal {
  const data: Record<string, string> = {};
  for (const name of names) {
    const text = nameIn(from, name);
    if (text !== undefined) data[name] = text.slice(0, 200);
  }
  return { kind, ok: true, data };
}

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
