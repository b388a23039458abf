import type { MachineCard } from '../../protocol/machines/machineNews';
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

/** True for a session of another account, which runs on this computer. */
export function isOfAccount({ machine }: Pick<LiveSession, 'machine'>): boolean {
  return machine?.account === true;
}

/** True if the session's paths refer to this computer. */
export function hasLocalPaths(session: Pick<LiveSession, 'machine'>): boolean {
  return session.machine === undefined || isOfAccount(session);
}

/**
 * Display name of the session's account; empty for another machine, and on a board without other
 * accounts.
 */
export function accountName(session: {
  readonly machine?: LiveSession['machine'] | undefined;
  readonly account?: string | undefined;
}): string {
  if (session.machine === undefined) return plainTitle(session.account ?? '', nameLength);
  return session.machine.account === true ? machineName({ machine: session.machine }) : '';
}

/** Display name of the session's machine or account; empty for this machine and its own account. */
export function machineName({ machine }: Pick<LiveSession, 'machine'>): string {
  return machine === undefined ? '' : plainTitle(machine.name, nameLength) || machine.id;
}

/**
 * The project of a session, with its machine if that is not this one, so that a person sees where a
 * decision applies.
 */
export function placeName(session: Placed, projectLength = 60): string {
  const project = plainTitle(session.projectName, projectLength);
  return withPlace(project, session);
}

/** The words with the session's machine or account, unless it is that of this board. */
export function withPlace(words: string, session: Pick<LiveSession, 'machine'>): string {
  const machine = machineName(session);
  if (machine === '') return words;
  if (words === '') return whereText(session);
  return isOfAccount(session) ? joinedAccount(words, machine) : t('{0} on {1}', words, machine);
}

/** The place of a request: the machine, or the account; empty for this machine's own account. */
export function whereText(session: Pick<LiveSession, 'machine'>): string {
  const name = machineName(session);
  if (name === '') return '';
  return isOfAccount(session) ? t('account {0}', name) : t('on {0}', name);
}

function joinedAccount(words: string, account: string): string {
  return t('{0}, account {1}', words, account);
}

/** The machine on a card; undefined for a session of this machine. */
export function machineText(
  session: Pick<LiveSession, 'machine'>,
  now: number,
):
  | {
      readonly name: string;
      readonly isAccount: boolean;
      readonly isAway: boolean;
      readonly tooltip: string;
    }
  | undefined {
  const { machine } = session;
  if (machine === undefined) return undefined;
  const name = machineName(session);
  const { away } = machine;
  const isAccount = isOfAccount(session);
  return {
    name,
    isAccount,
    isAway: away !== undefined,
    tooltip:
      away === undefined
        ? isAccount
          ? t('Account {0}', name)
          : t('Runs on {0}', name)
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
type Spent = SpentToday & Pick<Summary, 'machines' | 'account'>;

/** Today's cost of the board. */
export function costToday(summary: SpentToday): string {
  const { totalCostTodayUsd, costTodayEstimated, costTodayUnpriced } = summary;
  return formatCost({
    totalUsd: totalCostTodayUsd,
    estimated: costTodayEstimated,
    unpriced: costTodayUnpriced,
  });
}

/**
 * Today's cost of each machine and account, the hub's own first; empty if there are no others.
 */
export function costByMachine(
  { machines = [], account = '', totalCostTodayUsd, ...spent }: Spent,
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
      name: ownName(here, account, machines),
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

/**
 * Name of this computer for a list of machines; that of its own account where all others are
 * accounts, too.
 */
function ownName(here: string, account: string, others: readonly MachineCard[]): string {
  const own = plainTitle(account, nameLength);
  if (own !== '' && others.every((other) => other.account !== undefined)) return own;
  const computer = plainTitle(here, nameLength) || t('This computer');
  return own === '' ? computer : joinedAccount(computer, own);
}
