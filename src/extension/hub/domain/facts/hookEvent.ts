import type { HookEvent, HookReport } from './event';

/** Facts that the relay adds to the payload. */
interface HookOrigin {
  readonly pid?: number | undefined;
  readonly entrypoint?: string | undefined;
  readonly sentAt?: number | undefined;
  /** Names the call while it is held. */
  readonly callId?: string | undefined;
  readonly heldCalls?: readonly string[];
}

/** A relay's time that is further in the past than this, in ms, or in the future, is not believed. */
const maxClockSkewMs = 60_000;

export function hookEvent(report: HookReport, origin: HookOrigin, receivedAt: number): HookEvent {
  const { sentAt } = origin;
  const believed =
    sentAt !== undefined && sentAt <= receivedAt && receivedAt - sentAt < maxClockSkewMs;
  return {
    type: 'hook',
    sessionId: report.sessionId,
    at: believed ? sentAt : receivedAt,
    pid: origin.pid,
    entrypoint: origin.entrypoint,
    ...(origin.callId !== undefined && { callId: origin.callId }),
    ...(origin.heldCalls !== undefined && { heldCalls: origin.heldCalls }),
    report,
  };
}
