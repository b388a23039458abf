import type { Decision } from '../../shared/protocol/control';
import type { HookReport } from '../hub/domain/facts/event';

/** The hooks that an agent's program runs. */
export interface AgentHooks {
  /** Reads a payload, with the entry point that the relay found; undefined if it can't be this agent's. */
  readonly read: (body: unknown, entrypoint: string | undefined) => HookReading | undefined;
  /** Converts a decision to the program's form; undefined if it does not fit the request. */
  readonly answer: AnswerForm;
  /**
   * Longest time, in ms, for which a request is held. Set for a program whose terminal shows no
   * dialog while its hook waits: its requests are held only if the person chose that.
   */
  readonly holdMs?: number;
}

export type HookReading =
  | {
      readonly report: HookReport;
      /** Entry point of the session, if the one that the relay found is that of its program. */
      readonly entrypoint?: string | undefined;
      /** Names in the payload that only a newer program has. */
      readonly newNames: readonly string[];
    }
  /** Name of another program that runs the hooks in this program's settings. */
  | { readonly foreign: string };

export type AnswerForm = (request: AskedRequest, decision: Decision) => HookAnswer | undefined;

/** The request as the program sent it. */
export interface AskedRequest {
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly suggestions: readonly unknown[];
}

/** The JSON that a hook prints. */
export type HookAnswer = object;
