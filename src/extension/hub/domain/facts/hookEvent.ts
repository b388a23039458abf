import type { HookEvent, HookReport } from './event';

/** Facts that the relay and the hub add to the hook's payload. */
interface HookOrigin {
  readonly pid?: number | undefined;
  readonly entrypoint?: string | undefined;
  readonly sentAt?: number | undefined;
  /** Id of the hook call if the hub holds it open until a person answers. */
  readonly callId?: string | undefined;
  readonly heldCalls?: readonly string[];
}

/**
 * Greatest accepted age of a relay's time, in ms. Older times and times in the future are replaced
 * by the time of arrival.
 */
const maxClockSkewMs = 60_000;

export function hookEvent(report: HookReport, origin: HookOrigin, receivedAt: number): HookEvent {
  const { sentAt } = origin;
  const isPlausible =
    sentAt !== undefined && sentAt <= receivedAt && receivedAt - sentAt < maxClockSkewMs;
  return {
    type: 'hook',
    sessionId: report.sessionId,
    at: isPlausible ? sentAt : receivedAt,
    pid: origin.pid,
    entrypoint: origin.entrypoint,
    ...(origin.callId !== undefined && { callId: origin.callId }),
    ...(origin.heldCalls !== undefined && { heldCalls: origin.heldCalls }),
    report,
  };
}
