import type { DecideAnswer, CallFate, EditSurroundings } from '../../../shared/protocol/control';
import type { AnswerForm, AskedRequest, HookAnswer } from '../../agents/hooks';

/** The client's connection of a held call. */
export interface HeldConnection {
  /** Resolves after the answer was sent to the client; false if the client had disconnected. */
  answer(answer: HookAnswer): Promise<boolean>;
  /** Ends the call without a decision; the terminal's dialog stays open. */
  release(): void;
  /** Calls the listener at most once, when the client ends the call itself. */
  onGone(listener: () => void): void;
}

export interface NewCall extends AskedRequest {
  readonly sessionId: string;
  /** The subagent that asks; undefined for the main agent. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** The agent's current folder. */
  readonly cwd: string | undefined;
  /** The session's project folder. */
  readonly project: string;
  /** Formats a decision for the agent's client. */
  readonly answer: AnswerForm;
}

/** A request whose call is held, or whose dialog may still be open after the call was released. */
export interface WaitingCall extends NewCall {
  readonly id: string;
  readonly caller: HeldConnection;
  /** Time of arrival, in ms since 1970. */
  readonly at: number;
  fate: CallFate;
  /** Time of the decision, in ms since 1970. */
  decidedAt: number | undefined;
  /** Id of the window that decided; a phone has the id of a virtual window. */
  decidedIn: string | undefined;
  /** Pending check whether to release a subagent's call; the terminal shows no dialog while it is held. */
  showing: NodeJS.Timeout | undefined;
  /** Set while the request is about to be handed back to its terminal; a person can undo this until `at`. */
  handingBack: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  /** Pending confirmation that the dialog was closed at the terminal. */
  closing: NodeJS.Timeout | undefined;
  /** True after a window or phone with a signed offer has shown the request. */
  isShown: boolean;
  /** Returns whether a transcript of the session contains the tool use of the request. */
  isWritten: () => boolean;
  /** True if the client shows no dialog for the request; without an answer it is denied. */
  isAlone: boolean;
  /** Lines around the text to replace, once read. */
  surroundings: EditSurroundings | undefined;
  /** Called once with the outcome of an answer. */
  onSettled: ((outcome: DecideAnswer['outcome']) => void) | undefined;
}
