import { commandIn } from '../../../../../shared/agents/inputs';
import { isPosixShell, toolKind } from '../../../../../shared/agents/tools';
import { criticalRemoval } from '../../../../../shared/text/criticalRemoval';
import type { Label } from '../../../../../shared/protocol/label';
import { fieldsOf } from '../../../../../shared/text/fields';
import { stateLabel } from '../../../../../shared/words/stateLabels';
import { expiredLabel } from '../../words/labels';
import type { HookReport } from '../event';
import type { HookFacts, PendingFact } from '../session';

/** A dialog that the client closed on its own because nobody answered it. */
export interface ExpiredDialog {
  readonly kind: 'question' | 'removal';
  readonly at: number;
  /** How long the dialog waited for an answer, in ms. */
  readonly afterMs: number;
}

/**
 * Time after which the client blocks a critical removal that nobody answered, in ms. Measured on
 * client 2.1.332; not configurable.
 */
export const removalTimeoutMs = 120_000;
const removal = { kind: 'removal', afterMs: removalTimeoutMs } as const;
/**
 * Permission modes in which the client blocks an unanswered removal: sessions in them are often
 * unattended.
 */
const unattendedModes: ReadonlySet<string> = new Set(['auto', 'bypassPermissions']);
/** Tolerance for the times of hooks, in ms. */
const hookToleranceMs = 1_000;
const dayMs = 86_400_000;

/**
 * True for a request that the client blocks on its own if nobody answers in time. In these modes, a
 * request without suggestions is one to remove critical files.
 */
export function isBlockedUnanswered(report: HookReport): boolean {
  const { tool = '', permissionMode: mode = '', suggestions: offers } = report;
  if (!isPosixShell(tool) || !unattendedModes.has(mode) || offers?.length !== 0) return false;
  const command = commandIn(report.input);
  return command !== undefined && criticalRemoval(command, report.cwd) !== undefined;
}

/**
 * Reads from a question's result the time, in ms, after which the client continued without an
 * answer; undefined if it was answered.
 */
export function readAfkTimeout(result: unknown): number | undefined {
  const { afkTimeoutMs: afterMs } = fieldsOf(result);
  return typeof afterMs === 'number' && afterMs > 0 && afterMs <= dayMs ? afterMs : undefined;
}

/**
 * Returns the question that expired according to its PostToolUse hook; undefined for an answered
 * one and for other tools.
 */
export function expiredQuestion(report: HookReport, at: number): ExpiredDialog | undefined {
  if (toolKind(report.tool ?? '') !== 'question') return undefined;
  const afterMs = readAfkTimeout(report.input) ?? readAfkTimeout(report.response);
  return afterMs === undefined ? undefined : { kind: 'question', at, afterMs };
}

/**
 * Returns the removal that expired among the dialogs that a batch of calls ended; no other hook
 * reports this. The client's timeout starts when it draws the dialog, 22 to 76 ms after the request
 * when measured, well within `hookToleranceMs`. A dialog that was queued behind a different one was
 * drawn later: only the transcript shows its end.
 */
export function expiredRemoval(
  before: readonly PendingFact[],
  after: readonly PendingFact[],
  at: number,
): ExpiredDialog | undefined {
  const hasExpiredRemoval = before.some(
    (one) =>
      one.blocks === true &&
      one.waitedItsTurn !== true &&
      hasExpired(removal, at - one.at) &&
      !after.includes(one),
  );
  return hasExpiredRemoval ? { ...removal, at } : undefined;
}

/**
 * True if the duration of a dialog's call, `tookMs`, is long enough for the dialog to have expired.
 */
export function hasExpired({ afterMs }: Pick<ExpiredDialog, 'afterMs'>, tookMs: number): boolean {
  return tookMs >= afterMs - hookToleranceMs;
}

/**
 * Sets the start of the work after an expired dialog to the expiry, because the time before was
 * spent waiting for a person.
 */
export function startWorkAtExpiry(before: HookFacts, next: HookFacts): HookFacts {
  const { main, expired } = next;
  if (expired === undefined || expired === before.expired || main?.kind !== 'working') return next;
  return { ...next, main: { ...main, since: Math.max(main.since, expired.at) } };
}

/**
 * Label for the end of a tool use. An expired question has a different label, because it was not
 * answered.
 */
export function resultLabel(
  tool: string,
  error: string | undefined,
  expired: ExpiredDialog | undefined,
  at: number,
): Label {
  if (expired?.at === at && expired.kind === 'question') return expiredLabel(expired);
  return stateLabel(error === undefined ? 'used' : 'failed', tool);
}
