import type { LiveSession, Summary } from '../../protocol/protocol';
import { plainTitle } from '../../text/plainText';
import { formatMoment, formatCost, formatUsd } from '../../words/format';
import { t } from '../../words/l10n';

/** Longest name of a machine that is shown, in characters. */
const nameLength = 30;

type Placed = Pick<LiveSession, 'projectName' | 'machine'>;

/**
 * True if the session's machine is unreachable; such a session is not counted and raises no
 * notification.
 */
export function isAway({ machine }: Pick<LiveSession, 'machine'>): boolean {
  return machine?.away !== undefined;
}

/** Display name of the session's machine; empty for this machine. */
export function machineName({ machine }: Pick<LiveSession, 'machine'>): string {
  return machine === undefined ? '' : plainTitle(machine.name, nameLength) || machine.id;
}

/**
 * The project of a session, with its machine if that is not this one, so that a person sees where a
 * decision applies.
 */
export function placeName(session: Placed, projectLength = 60): string {
  const project = plainTitle(session.projectName, projectLength);
  const machine = machineName(session);
  if (machine === '') return project;
  return project === '' ? t('on {0}', machine) : t('{0} on {1}', project, machine);
}

/** The machine on a card; undefined for a session of this machine. */
export function machineText(
  session: Pick<LiveSession, 'machine'>,
  now: number,
): { readonly name: string; readonly isAway: boolean; readonly tooltip: string } | undefined {
  const { machine } = session;
  if (machine === undefined) return undefined;
  const name = machineName(session);
  const { away } = machine;
  return {
    name,
    isAway: away !== undefined,
    tooltip:
      away === undefined
        ? t('Runs on {0}', name)
        : t(
            '{0} can’t be reached. This is how the session was at {1}.',
            name,
            formatMoment(Date.parse(away), now),
          ),
  };
}

/** Names the machines that did not answer a request to all machines. */
export function missingText(machines: readonly string[]): string {
  const names = machines.map((name) => plainTitle(name, nameLength)).join(', ');
  return t('Without {0}: not reached right now', names);
}

type SpentToday = Pick<Summary, 'totalCostTodayUsd' | 'costTodayEstimated' | 'costTodayUnpriced'>;
type Spent = SpentToday & Pick<Summary, 'machines'>;

/** Today's cost of the board. */
export function costToday(summary: SpentToday): string {
  const { totalCostTodayUsd, costTodayEstimated, costTodayUnpriced } = summary;
  return formatCost({
    totalUsd: totalCostTodayUsd,
    estimated: costTodayEstimated,
    unpriced: costTodayUnpriced,
  });
}

/** Today's cost of each machine, the hub's own first; empty if there are no other machines. */
export function costByMachine(
  { machines = [], totalCostTodayUsd, ...spent }: Spent,
  here = '',
): readonly {
  readonly key: string;
  readonly name: string;
  readonly cost: string;
}[] {
  if (machines.length === 0) return [];
  const othersUsd = machines.reduce((sum, { costTodayUsd }) => sum + costTodayUsd, 0);
  // Rounding of floats can make this difference slightly negative.
  const ownUsd = Math.max(0, totalCostTodayUsd - othersUsd);
  return [
    {
      key: '',
      name: plainTitle(here, nameLength) || t('This computer'),
      cost: costToday({ ...spent, totalCostTodayUsd: ownUsd }),
    },
    ...machines.map(({ key, name, status, costTodayUsd }) => ({
      key,
      name:
        status === 'connected'
          ? plainTitle(name, nameLength)
          : t('{0} (away)', plainTitle(name, nameLength)),
      cost: formatUsd(costTodayUsd),
    })),
  ];
}
