import { commandIn } from '../../../../../shared/agents/inputs';
import { isPosixShell, toolKind } from '../../../../../shared/agents/tools';
import { criticalRemoval } from '../../../../../shared/text/criticalRemoval';
import type { Label } from '../../../../../shared/protocol/label';
import { fieldsOf } from '../../../../../shared/text/fields';
import { stateLabel } from '../../../../../shared/words/stateLabels';
import { expiredLabel } from '../../words/labels';
import type { HookReport } from '../event';
import type { HookFacts, PendingFact } from '../session';

/** A dialog that its client ended by itself, as nobody answered it. */
export interface ExpiredDialog {
  readonly kind: 'question' | 'removal';
  readonly at: number;
  /** How long it waited, in ms. */
  readonly afterMs: number;
}

/** The client blocks a critical removal after this, in ms. Measured on client 2.1.332, in no setting. */
export const blockMs = 120_000;
const removal = { kind: 'removal', afterMs: blockMs } as const;
/** Modes in which it does: their sessions are often left alone. */
const freeModes: ReadonlySet<string> = new Set(['auto', 'bypassPermissions']);
/** A hook may run this much sooner than another, in ms. */
const hookMs = 1_000;
const dayMs = 86_400_000;

/**
 * True for a request that the client blocks by itself after a time: a critical removal is all that it asks
 * about in these modes without a suggestion.
 */
export function isBlockedUnanswered(report: HookReport): boolean {
  const { tool = '', permissionMode: mode = '', suggestions: offers } = report;
  if (!isPosixShell(tool) || !freeModes.has(mode) || offers?.length !== 0) return false;
  const command = commandIn(report.input);
  return command !== undefined && criticalRemoval(command, report.cwd) !== undefined;
}

/** The time after which the client went on without an answer, as a question's result tells it. */
export function afkTime(result: unknown): number | undefined {
  const { afkTimeoutMs: afterMs } = fieldsOf(result);
  return typeof afterMs === 'number' && afterMs > 0 && afterMs <= dayMs ? afterMs : undefined;
}

/** The question that a PostToolUse ends without an answer. */
export function expiredQuestion(report: HookReport, at: number): ExpiredDialog | undefined {
  if (toolKind(report.tool ?? '') !== 'question') return undefined;
  const afterMs = afkTime(report.input) ?? afkTime(report.response);
  return afterMs === undefined ? undefined : { kind: 'question', at, afterMs };
}

/**
 * The removal among dialogs that a batch of calls ended: no other hook tells that nobody answered in time.
 * The client counts from the dialog that it drew, 22 to 76 ms after the request when measured, well within
 * `hookMs`. One that waited behind another dialog was drawn later: only the transcript tells of its end.
 */
export function expiredRemoval(
  before: readonly PendingFact[],
  after: readonly PendingFact[],
  at: number,
): ExpiredDialog | undefined {
  const isOver = before.some(
    (one) =>
      one.blocks === true &&
      one.waitedItsTurn !== true &&
      hasExpired(removal, at - one.at) &&
      !after.includes(one),
  );
  return isOver ? { ...removal, at } : undefined;
}

/** True if a dialog could expire in the time that its call took, in ms. */
export function hasExpired({ afterMs }: Pick<ExpiredDialog, 'afterMs'>, tookMs: number): boolean {
  return tookMs >= afterMs - hookMs;
}

/** Work after a dialog that expired began then: the time before was a person's, and the day counts it so. */
export function afterExpiry(before: HookFacts, next: HookFacts): HookFacts {
  const { main, expired } = next;
  if (expired === undefined || expired === before.expired || main?.kind !== 'working') return next;
  return { ...next, main: { ...main, since: Math.max(main.since, expired.at) } };
}

/** Says how a tool use ended: a question that nobody answered in time was not used. */
export function resultLabel(
  tool: string,
  error: string | undefined,
  expired: ExpiredDialog | undefined,
  at: number,
): Label {
  if (expired?.at === at && expired.kind === 'question') return expiredLabel(expired);
  return stateLabel(error === undefined ? 'used' : 'failed', tool);
}
