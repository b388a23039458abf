import { needsYouOfMachine } from '../../../shared/board/needsYou';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { formatAgo, formatUsd } from '../../../shared/words/format';
import { counted, t } from '../../../shared/words/l10n';
import { machineFaultText } from '../../../shared/words/machineFaultText';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import type { MachineTarget } from '../../../shared/protocol/machines/setting';
import { plainTitle } from '../../../shared/text/plainText';
import { joinParts } from '../../../shared/board/texts/partTexts';

/** Action on a machine in a list. */
export type MachineAct = 'copy' | 'terminal' | 'ask' | 'retry' | 'remove';

export interface MachineRow {
  readonly key: string;
  readonly codicon: string;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Actions of the row; the most helpful one is first. */
  readonly acts: readonly MachineAct[];
}

const icons = {
  connecting: 'loading~spin',
  connected: 'vm-active',
  away: 'vm-outline',
  failed: 'warning',
} as const satisfies Record<MachineCard['status'], string>;

/** A machine as a list row; `line` is its entry in this window's settings, if any. */
export function machineRow(
  card: MachineCard,
  line: MachineTarget | undefined,
  { now, sessions }: { readonly now: number; readonly sessions: readonly LiveSession[] },
): MachineRow {
  const { account, status, release, platform, seenAt, accepted } = card;
  const { says, todo } = machineFaultText(card);
  const seen = seenAt === undefined ? undefined : t('last seen {0}', formatAgo(seenAt, now));
  return {
    key: card.key,
    codicon: account !== undefined && status === 'connected' ? 'account' : icons[status],
    label: plainTitle(card.name, 60),
    // The row of a machine without faults has a single line of text.
    description: joinParts([
      statusWord(status),
      ...sessionWords(card, sessions),
      seen,
      ...(account === undefined
        ? [release && plainTitle(release, 40), platform && plainTitle(platform, 40)]
        : [t('account'), plainTitle(account, 80)]),
    ]),
    detail: status === 'connected' && accepted !== false ? '' : joinParts([says, todo], ' '),
    acts: [...machineActs(card, line), 'remove'],
  };
}

/** Actions that help with a machine's fault, best first. */
export function machineActs(
  { status, fault, accepted }: Pick<MachineCard, 'status' | 'fault' | 'accepted'>,
  line: MachineTarget | undefined,
): readonly Exclude<MachineAct, 'remove'>[] {
  if (status === 'connected') return accepted === false ? ['ask'] : [];
  const isCopied = fault === 'missing' || fault === 'version';
  const isAsked = fault === 'auth' || fault === 'hostKey';
  return [
    ...(line !== undefined && line.account === undefined && isCopied ? (['copy'] as const) : []),
    ...(line?.ssh !== undefined && isAsked ? (['terminal'] as const) : []),
    'retry',
  ];
}

export function actName(act: MachineAct): string {
  switch (act) {
    case 'copy':
      return t('Copy Mission Control There');
    case 'terminal':
      return t('Open Terminal');
    case 'ask':
      return t('Ask to Be Accepted There');
    case 'retry':
      return t('Try Again');
    case 'remove':
      return t('Remove');
  }
}

function statusWord(status: MachineCard['status']): string {
  switch (status) {
    case 'connecting':
      return t('connecting');
    case 'connected':
      return t('connected');
    case 'away':
      return t('away');
    case 'failed':
      return t('Needs You');
  }
}

function sessionWords(
  card: MachineCard,
  sessions: readonly LiveSession[],
): readonly (string | undefined)[] {
  const { sessionCount, costTodayUsd } = card;
  return [
    counted(sessionCount, '{0} session', '{0} sessions'),
    needsYouOfMachine(card, sessions),
    costTodayUsd > 0 ? t('{0} today', formatUsd(costTodayUsd)) : undefined,
  ];
}
