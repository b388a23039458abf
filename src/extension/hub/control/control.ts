import { isOfProgram } from '../../agents/claude/names/entrypoints';
import type { AnswerForm } from '../../agents/hooks';
import { Emitter } from '../../util/emitter';
import { DisposableStore, type Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { AnsweredEvent, HookReport, ReleasedEvent } from '../domain/facts/event';
import { ControlOffers } from './controlOffers';
import type { HeldConnection } from './waitingCall';
import { readSurroundings } from './editSurroundings';
import { RequestTraces } from './requestTrace';
import { WaitingCalls, type WaitingCallsOptions } from './waitingCalls';

/** An answer to a request, and the window that it was given in. */
export interface AnsweredHere {
  readonly sessionId: string;
  /** Id of the window; a phone answers as the window that it stands for. */
  readonly window: string;
}

/** Times that a test shortens, in ms; the usual ones where absent. */
export interface ControlTimes {
  /** Within which a window that may answer comes back. */
  readonly returnMs?: number;
  /** To take back that a request goes to its terminal. */
  readonly undoMs?: number;
}

/** A hub's part in what people decide away from the terminal. */
export class Control implements Disposable {
  private readonly lifetime = new DisposableStore();
  readonly offers: ControlOffers;
  readonly calls: WaitingCalls;
  private readonly changes = this.lifetime.add(new Emitter<string>());
  private readonly ends = this.lifetime.add(new Emitter<AnsweredEvent | ReleasedEvent>());
  /** The id of a session whose held calls are others now. */
  readonly onDidChange = this.changes.event;
  readonly onDidEnd = this.ends.event;
  private readonly answers = this.lifetime.add(new Emitter<AnsweredHere>());
  /** An answer was written to the client; told before the board shows it. */
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
   * The id under which the call waits for a decision; undefined where there is none to wait for.
   * `entrypoint` is undefined for a session that the board runs: its requests are held.
   */
  hold(
    report: HookReport,
    entrypoint: string | undefined,
    project: string | undefined,
    call: HeldConnection | undefined,
    answer: AnswerForm,
  ): string | undefined {
    if (call === undefined || report.moment !== 'request') return undefined;
    // A run without a terminal waits for the hook, and is denied at once after it.
    if (isOfProgram(entrypoint)) return undefined;
    return this.calls.hold(
      {
        sessionId: report.sessionId,
        agentId: report.agentId,
        agentType: report.agentType,
        cwd: report.cwd,
        project: project ?? report.cwd ?? '',
        toolName: report.tool ?? 'a tool',
        toolInput: report.input,
        suggestions: report.suggestions ?? [],
        answer,
      },
      call,
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}
