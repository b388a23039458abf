import type { Pace } from '../realClient/eventStream.js';
import type { Gate } from '../realClient/gate.js';
import {
  Failure as GeneralFailure,
  type Answer as GeneralAnswer,
  type Step as GeneralStep,
} from '../realClient/script.js';
import type { ResponsesRequest } from './responsesRequest.js';

export type CodexPart =
  | { readonly type: 'text'; readonly text: string; readonly pace: Pace }
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'function';
      readonly name: string;
      readonly input: object;
      readonly namespace?: string;
    }
  /** A call whose input is a text in a form of its own, such as a patch. */
  | { readonly type: 'custom'; readonly name: string; readonly input: string }
  | { readonly type: 'hold'; readonly gate: Gate }
  /** The connection is dropped, or the response is said to have failed. */
  | { readonly type: 'break'; readonly error: ResponseError | undefined };

export interface ResponseError {
  readonly code: string;
  readonly message: string;
}

export interface CodexUsage {
  /** Cached tokens included. */
  readonly input: number;
  readonly cached: number;
  /** Reasoning tokens included. */
  readonly output: number;
  readonly reasoning: number;
}

/** How much of the two windows of a plan is used; the backend says so with every answer. */
export interface UsedLimits {
  readonly primaryPercent: number;
  readonly secondaryPercent: number;
  /** When the primary window begins anew, in seconds since 1970. */
  readonly resetsAt: number;
}

export interface CodexQuestion {
  readonly id: string;
  readonly header: string;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
}

export interface PlanStep {
  readonly step: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

interface Envelope {
  readonly usage: Partial<CodexUsage>;
  readonly limits?: UsedLimits;
}

/** One response of the model. Immutable: each method returns a longer copy. */
export class CodexReply {
  constructor(
    readonly parts: readonly CodexPart[] = [],
    readonly envelope: Envelope = { usage: {} },
  ) {}

  say(text: string, pace: Pace = {}): CodexReply {
    return this.with({ type: 'text', text, pace });
  }

  reason(text: string): CodexReply {
    return this.with({ type: 'reasoning', text });
  }

  call(name: string, input: object, namespace?: string): CodexReply {
    return this.with({ type: 'function', name, input, ...(namespace && { namespace }) });
  }

  /** Starts a subagent, which no model before gpt-5.6 can. */
  spawn(task: string, message: string): CodexReply {
    const input = { task_name: task, message, fork_turns: 'none' };
    return this.call('spawn_agent', input, 'collaboration');
  }

  /** Waits until a subagent has something to report. */
  waitForAgents(): CodexReply {
    return this.call('wait_agent', { timeout_ms: 60_000 }, 'collaboration');
  }

  /** A command; with `justification` it asks a person whether it may leave the sandbox. */
  shell(command: string, justification?: string): CodexReply {
    const asked = { sandbox_permissions: 'require_escalated', justification };
    return this.call('exec_command', { cmd: command, ...(justification && asked) });
  }

  /** Adds a file with these lines; outside the project it asks a person. */
  addFile(file: string, ...lines: readonly string[]): CodexReply {
    return this.patch(`*** Add File: ${file}`, ...lines.map((line) => `+${line}`));
  }

  /** A patch of these lines, which name each file and what changes in it. */
  patch(...lines: readonly string[]): CodexReply {
    const input = ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
    return this.with({ type: 'custom', name: 'apply_patch', input });
  }

  /** Asks a person; the client refuses this except in plan mode. */
  ask(...questions: readonly CodexQuestion[]): CodexReply {
    return this.call('request_user_input', { questions });
  }

  /** Needs `[tools.update_plan] enabled = true`. */
  updatePlan(...plan: readonly PlanStep[]): CodexReply {
    return this.call('update_plan', { plan });
  }

  /**
   * Stalls the stream until the gate opens; as the first part it holds back the response headers,
   * too.
   */
  hold(gate: Gate): CodexReply {
    return this.with({ type: 'hold', gate });
  }

  /** Ends the stream here: by a failed response, else by dropping the connection. */
  breakOff(error?: ResponseError): CodexReply {
    return this.with({ type: 'break', error });
  }

  usage(usage: Partial<CodexUsage>): CodexReply {
    const merged = { ...this.envelope.usage, ...usage };
    return new CodexReply(this.parts, { ...this.envelope, usage: merged });
  }

  limits(limits: UsedLimits): CodexReply {
    return new CodexReply(this.parts, { ...this.envelope, limits });
  }

  private with(part: CodexPart): CodexReply {
    return new CodexReply([...this.parts, part], this.envelope);
  }
}

export const codex = new CodexReply();

export type CodexFailure = GeneralFailure<CodexReply>;
export type CodexAnswer = GeneralAnswer<CodexReply>;
export type CodexStep = GeneralStep<ResponsesRequest, CodexReply>;

/** A question whose options have generated descriptions. */
export function codexQuestion(question: string, choices: readonly string[]): CodexQuestion {
  const options = choices.map((label) => ({ label, description: `Choose ${label}` }));
  return { id: 'choice', header: question.slice(0, 12), question, options };
}

/** Headers in which the backend says how much of a plan's limits is used. */
export function limitHeaders({ primaryPercent, secondaryPercent, resetsAt }: UsedLimits) {
  return {
    'x-codex-primary-used-percent': String(primaryPercent),
    'x-codex-primary-window-minutes': '300',
    'x-codex-primary-reset-at': String(resetsAt),
    'x-codex-secondary-used-percent': String(secondaryPercent),
    'x-codex-secondary-window-minutes': '10080',
    'x-codex-secondary-reset-at': String(resetsAt + 86_400),
  };
}

/** The backend's answer once the limit of a plan is reached; the client does not retry. */
export function usageLimit(resetsAt: number): CodexFailure {
  return new GeneralFailure(429, {
    type: 'usage_limit_reached',
    message: 'The usage limit has been reached',
    fields: { plan_type: 'plus', resets_at: resetsAt },
    headers: limitHeaders({ primaryPercent: 100, secondaryPercent: 40, resetsAt }),
  });
}
