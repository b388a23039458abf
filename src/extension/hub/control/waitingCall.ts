import type { DecideAnswer, CallFate, EditSurroundings } from '../../../shared/protocol/control';
import type { AnswerForm, AskedRequest, HookAnswer } from '../../agents/hooks';

/** The client's call, as long as it is held. */
export interface HeldConnection {
  /** Settles once the answer has left for the client: false when nobody was there to take it. */
  answer(answer: HookAnswer): Promise<boolean>;
  /** Ends the call with nothing decided: the terminal's dialog stays as it is. */
  release(): void;
  /** Called at most once, when the client ends the call itself. */
  onGone(listener: () => void): void;
}

export interface NewCall extends AskedRequest {
  readonly sessionId: string;
  /** The subagent that asks; undefined for the main agent. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** The folder that the agent is in. */
  readonly cwd: string | undefined;
  /** The folder that the session works in. */
  readonly project: string;
  /** Writes a decision as the agent's program takes it. */
  readonly answer: AnswerForm;
}

/** A request whose call is held, or whose dialog is still open after that. */
export interface WaitingCall extends NewCall {
  readonly id: string;
  readonly caller: HeldConnection;
  /** When it arrived, ms since 1970. */
  readonly at: number;
  fate: CallFate;
  /** Set with a decision. */
  decidedAt: number | undefined;
  /** The window that decided, or that stands for the phone that did. */
  decidedIn: string | undefined;
  /** Set while the terminal shows no dialog of it, because it is held. */
  showing: NodeJS.Timeout | undefined;
  /** Set while it goes back to its terminal unless a person takes that back. */
  handingBack: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  /** Set while its dialog is believed to be over. */
  closing: NodeJS.Timeout | undefined;
  /** True once a window or phone for which a key signed has shown it. */
  isShown: boolean;
  /** True where a transcript of its session has the tool use that it asks for. */
  isWritten: () => boolean;
  /** True where its client shows no dialog of it: left alone, it is denied. */
  isAlone: boolean;
  /** Lines around the text that it replaces, once they were read. */
  surroundings: EditSurroundings | undefined;
  /** Called once when the fate of an answer is known. */
  onSettled: ((outcome: DecideAnswer['outcome']) => void) | undefined;
}
