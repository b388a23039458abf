import type { Decision } from '../../shared/protocol/control';
import type { HookReport } from '../hub/domain/facts/event';

/** The hooks that an agent's program runs. */
export interface AgentHooks {
  /** Reads a payload, with the entry point that the relay found; undefined for one that it cannot be of. */
  readonly read: (body: unknown, entrypoint: string | undefined) => HookReading | undefined;
  /** A decision in the form that the program takes; undefined where it does not fit what was asked. */
  readonly answer: AnswerForm;
}

export type HookReading =
  | {
      readonly report: HookReport;
      /** Names in the payload that only a newer program has. */
      readonly newNames: readonly string[];
    }
  /** Name of another program, which runs the hooks in the settings of this one. */
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
