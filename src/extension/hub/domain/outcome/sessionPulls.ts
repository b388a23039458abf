import type { PullRequest, Signal } from '../../../../shared/api/missionControl';
import type { DeliveredView } from './delivered';

/** The strongest action of a session on a pull request. */
export type PullAct = 'opened' | 'merged' | 'closed' | 'updated';

/** A pull request according to the session's commands and to its host. */
export interface SessionPull extends Pick<PullRequest, 'number' | 'review' | 'checks'> {
  readonly url: string | undefined;
  readonly repository: string | undefined;
  readonly act: PullAct | undefined;
  /** The state according to the host, or otherwise to the session's actions. */
  readonly state: PullRequest['state'] | undefined;
}

const actsByAction: ReadonlyMap<unknown, PullAct> = new Map([
  ['created', 'opened'],
  ['opened', 'opened'],
  ['reopened', 'opened'],
  ['ready', 'updated'],
  ['merged', 'merged'],
  ['closed', 'closed'],
  ['edited', 'updated'],
  ['updated', 'updated'],
  ['pushed', 'updated'],
]);

/** Actions from the strongest to the weakest: a later edit does not replace a merge. */
const strongestFirst: readonly (PullAct | undefined)[] = [
  'merged',
  'closed',
  'opened',
  'updated',
  undefined,
];

/** Collects the pull requests of signals, the most recently signalled one last. */
export function sessionPulls(
  view: Pick<DeliveredView, 'pullRequests'>,
  signals: readonly Signal[],
): readonly SessionPull[] {
  const pulls: SessionPull[] = [];
  for (const signal of signals) {
    const { number, url, repository } = signal.data;
    if (signal.kind !== 'pr' || signal.ok === false || typeof number !== 'number') continue;
    if (!Number.isSafeInteger(number)) continue;
    const address = typeof url === 'string' ? url : undefined;
    const at = pulls.findIndex((one) => isAboutPull(one, number, address));
    const [before] = at < 0 ? [] : pulls.splice(at, 1);
    const known = address ?? before?.url;
    const act = strongest(actsByAction.get(signal.data['action']), before?.act);
    const hostState = view.pullRequests.find((one) => one.url === known);
    pulls.push({
      number,
      url: known,
      repository: typeof repository === 'string' ? repository : before?.repository,
      act,
      ...(hostState?.review !== undefined && { review: hostState.review }),
      ...(hostState?.checks !== undefined && { checks: hostState.checks }),
      state: hostState?.state ?? stateAfter(signal, act) ?? before?.state,
    });
  }
  return pulls;
}

/**
 * True if a signal is about the pull request. Without an address on either side, the number alone
 * is compared.
 */
function isAboutPull(
  { number, url }: SessionPull,
  other: number,
  address: string | undefined,
): boolean {
  return number === other && (url === undefined || address === undefined || url === address);
}

function strongest(a: PullAct | undefined, b: PullAct | undefined): PullAct | undefined {
  return strongestFirst.indexOf(a) < strongestFirst.indexOf(b) ? a : b;
}

function stateAfter({ data }: Signal, act: PullAct | undefined): PullRequest['state'] | undefined {
  if (data['action'] === 'ready') return 'open';
  if (data['draft'] === true) return 'draft';
  if (act === 'opened') return 'open';
  return act === 'merged' || act === 'closed' ? act : undefined;
}
