import { agent, bash, Reply, say } from './reply.js';
import type { TurnRequest } from './messagesRequest.js';

/** An answer with an error status; the client decides whether to retry. */
export class Failure {
  constructor(
    readonly status: number,
    readonly options: FailureOptions,
  ) {}

  get errorType(): string {
    return this.options.type ?? errorTypes[this.status] ?? 'api_error';
  }
}

export interface FailureOptions {
  readonly type?: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay before the error is sent, in ms. */
  readonly delayMs?: number;
  /** Number of attempts that fail; all by default. */
  readonly times?: number;
  /** Reply after these failures. */
  readonly next?: Reply;
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

export type Answer = Reply | Failure;

/** One answer of a turn; a function receives the request it answers. */
export type Step = Answer | ((request: TurnRequest) => Answer);

export interface Script {
  readonly marker: string;
  readonly steps: readonly Step[];
}

/** The answers, step by step, to a prompt that contains `[[marker]]`. */
export function script(marker: string, steps: readonly Step[]): Script {
  return { marker, steps };
}

/** Scripts for `[[agents]]`: two concurrent subagents, each with its own command. */
export function twoSubagents(first: string, second: string): readonly Script[] {
  const child = (name: string, type: string) =>
    ({ prompt: `[[${name}]] go`, subagent_type: type }) as const;
  return [
    script('agents', [
      agent(child('first', 'general-purpose')).agent(child('second', 'Explore')),
      say('Launched.'),
      say('One is back.'),
      say('Both are back.'),
    ]),
    script('first', [bash(first), say('First.')]),
    script('second', [bash(second), say('Second.')]),
  ];
}

export function fail(status: number, options: FailureOptions = {}): Failure {
  return new Failure(status, options);
}

/** Writes the plan to the file that the client named; the step before `exitPlan`. */
export function writePlan(plan: string): Step {
  return (request) => {
    const file = request.planFile;
    if (file === undefined) throw new Error('The client named no plan file: is it in plan mode?');
    return new Reply().say('I write the plan.').tool('Write', { file_path: file, content: plan });
  };
}
