import { hasGrants } from '../../../shared/agents/agentLabels';
import { isOfProgram } from '../../../shared/agents/entrypoints';
import type { Agent } from '../../agents/agent';
import type { HeldConnection, SourceRequest } from '../../agents/requests';
import { Emitter } from '../../util/emitter';
import { DisposableStore, type Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { AnsweredEvent, HookReport, ReleasedEvent } from '../domain/facts/event';
import { ControlOffers } from './controlOffers';
import { readSurroundings } from './editSurroundings';
import { RequestTraces } from './requestTrace';
import type { NewCall, WaitingCallsOptions } from './waitingCall';
import { WaitingCalls } from './waitingCalls';

/** An answer to a request, with the window in which it was given. */
export interface GivenAnswer {
  readonly sessionId: string;
  /** Id of the window; a phone has the id of a virtual window. */
  readonly window: string;
}

/** Durations in ms that tests shorten; defaults where absent. */
export interface ControlTimes {
  /** Time for which a window that may answer is expected to reconnect. */
  readonly returnMs?: number;
  /** Time to undo handing a request back to its terminal. */
  readonly undoMs?: number;
}

/** Holds clients' permission requests for decisions made outside the terminal. */
export class Control implements Disposable {
  private readonly lifetime = new DisposableStore();
  readonly offers: ControlOffers;
  readonly calls: WaitingCalls;
  private readonly changes = this.lifetime.add(new Emitter<string>());
  private readonly ends = this.lifetime.add(new Emitter<AnsweredEvent | ReleasedEvent>());
  /** Fires with a session's id when its held calls changed. */
  readonly onDidChange = this.changes.event;
  readonly onDidEnd = this.ends.event;
  private readonly answers = this.lifetime.add(new Emitter<GivenAnswer>());
  /** Fires after an answer was written to the client, before the board shows it. */
  readonly onDidAnswer = this.answers.event;

  constructor(
    log: Log,
    isInHand: NonNullable<WaitingCallsOptions['isInHand']>,
    { returnMs, undoMs }: ControlTimes = {},
  ) {
    this.offers = this.lifetime.add(new ControlOffers(returnMs));
    this.calls = this.lifetime.add(
      new WaitingCalls({
        offers: this.offers,
        isInHand,
        undoMs,
        readSurroundings,
        traces: new RequestTraces(log),
        onChange: (sessionId) => this.changes.fire(sessionId),
        onEnd: (type, { sessionId, id: callId, decidedIn }, at) => {
          if (type === 'answered' && decidedIn !== undefined) {
            this.answers.fire({ sessionId, window: decidedIn });
          }
          this.ends.fire({ type, sessionId, callId, at });
        },
      }),
    );
  }

  /**
   * Holds the client's call and returns its id; undefined if it is not held. `entrypoint` is
   * undefined for a session run by the board, whose requests are held. If the terminal shows no
   * dialog while the call is held, it is held only if the setting for that agent is on and somebody
   * can answer.
   */
  hold(
    report: HookReport,
    entrypoint: string | undefined,
    project: string | undefined,
    call: HeldConnection | undefined,
    { id, hooks }: Pick<Agent, 'id' | 'hooks'>,
  ): string | undefined {
    if (call === undefined || report.moment !== 'request') return undefined;
    // A run without a terminal shows no dialog: it denies the request right after the hook.
    if (isOfProgram(entrypoint)) return undefined;
    const { holdMs, answer } = hooks;
    const folder = project ?? report.cwd ?? '';
    const isTerminalSilent = holdMs !== undefined;
    const isWanted = this.offers.latest.heldAgents?.includes(id) === true;
    if (isTerminalSilent && !(isWanted && this.offers.stateOf(folder) === 'on')) return undefined;
    return this.calls.hold({ ...newCall(report, folder, id), answer, holdMs }, call);
  }

  /**
   * Holds a request that a source of an agent reports, and returns its id; undefined if nobody may
   * answer it. Its terminal shows the dialog meanwhile.
   */
  holdReported(
    { report, call, answer }: SourceRequest,
    project: string | undefined,
    agent: string,
  ): string | undefined {
    const request = newCall(report, project ?? report.cwd ?? '', agent);
    return this.calls.hold({ ...request, answer, isInTerminal: true }, call);
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}

function newCall(report: HookReport, project: string, agent: string): Omit<NewCall, 'answer'> {
  return {
    sessionId: report.sessionId,
    agentId: report.agentId,
    agentType: report.agentType,
    permissionMode: report.permissionMode ?? report.modeAtCall,
    // A runner, whose request has the id of its call, sends none for other requests as well.
    isSafetyCheck:
      !hasGrants({ agent }) || (report.toolUseId === undefined && report.suggestions?.length === 0),
    cwd: report.cwd,
    isCwdAssumed: report.isCwdAssumed,
    project,
    toolName: report.tool ?? 'a tool',
    toolInput: report.input,
    suggestions: report.suggestions ?? [],
  };
}
