import { agentLabel } from '../../agents/agentLabels';
import type { Summary } from '../../protocol/protocol';
import type { AccountLimits } from '../../protocol/session/limit';
import { limitWindows, type LimitWindow } from '../../text/limitWindows';
import { formatMoment } from '../../words/format';
import { t } from '../../words/l10n';

/** Texts for the used share of one limit. */
export interface LimitText {
  readonly window: LimitWindow;
  /** `5 h 31%`, for the first limit of another agent `Codex 5 h 31%`. */
  readonly short: string;
  /** `5 hours: 31% used, resets at 3:00 PM` */
  readonly long: string;
  /** Empty while there is no warning. */
  readonly warning: string;
}

const shorts: Readonly<Record<LimitWindow, (percent: number) => string>> = {
  fiveHour: (percent) => t('5 h {0}%', percent),
  sevenDay: (percent) => t('7 d {0}%', percent),
};

const longs: Readonly<Record<LimitWindow, (percent: number, resets: string) => string>> = {
  fiveHour: (percent, resets) => t('5 hours: {0}% used, resets {1}', percent, resets),
  sevenDay: (percent, resets) => t('7 days: {0}% used, resets {1}', percent, resets),
};

/** Texts for the known limits of the account, the shortest period first. */
export function limitTexts(limits: AccountLimits, now = Date.now()): readonly LimitText[] {
  const { agent } = limits;
  const first = limitWindows.find((window) => limits[window] !== undefined);
  return limitWindows.flatMap((window) => {
    const use = limits[window];
    if (use === undefined) return [];
    const name = agent === undefined || window !== first ? '' : `${agentLabel(agent)} `;
    const percent = Math.round(use.used * 100);
    const long = longs[window](percent, formatMoment(Date.parse(use.resetsAt), now));
    const near = percent >= 100 ? t('limit reached') : t('close to the limit');
    const warning = use.warns === true ? near : '';
    const full = warning === '' ? long : `${long} · ${warning}`;
    return [{ window, short: `${name}${shorts[window](percent)}`, long: full, warning }];
  });
}

/** The limits of all accounts, that of the config home first. */
export function allLimits({
  limits,
  agentLimits = [],
}: Pick<Summary, 'limits' | 'agentLimits'>): readonly AccountLimits[] {
  return limits === undefined ? agentLimits : [limits, ...agentLimits];
}

/** Names the source of the limits and the time of the report. */
export function limitsSource(limits: AccountLimits, now = Date.now()): string {
  const at = formatMoment(Date.parse(limits.at), now);
  return t('Usage limits of your account, as {0} said at {1}', agentLabel(limits.agent), at);
}
