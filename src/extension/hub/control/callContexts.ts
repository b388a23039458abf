import type { HookReport } from '../domain/facts/event';

type CallContext = Pick<HookReport, 'cwd' | 'permissionMode'>;

/** Maximum number of calls that are remembered; the oldest is evicted first. */
const maxCalls = 1_000;

/**
 * Completes the requests of runners, whose payload names the folder in which the session started.
 * The agent may have changed it since, which only the hook before the call says. The client's own
 * hook for a request has no id of its call, and names the current folder.
 */
export class CallContexts {
  /** The folder and mode of started calls, by session and call. */
  private readonly contexts = new Map<string, CallContext>();

  complete(report: HookReport): HookReport {
    const { sessionId, moment, toolUseId, cwd, permissionMode } = report;
    if (toolUseId === undefined) return report;
    const key = `${sessionId}/${toolUseId}`;
    if (moment === 'callStart') {
      if (cwd !== undefined) this.contexts.set(key, { cwd, permissionMode });
      const [oldest] = this.contexts.keys();
      if (this.contexts.size > maxCalls && oldest !== undefined) this.contexts.delete(oldest);
      return report;
    }
    if (moment !== 'request') return report;
    const context = this.contexts.get(key);
    return context === undefined
      ? { ...report, isCwdAssumed: true }
      : { ...report, cwd: context.cwd, modeAtCall: context.permissionMode };
  }
}
