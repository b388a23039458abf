import { agent, bash, Reply, say } from './reply.js';
import {
  Failure as GeneralFailure,
  type Answer as GeneralAnswer,
  type FailureOptions as GeneralFailureOptions,
  type Script as GeneralScript,
  type Step as GeneralStep,
} from '../realClient/script.js';
import type { TurnRequest } from './messagesRequest.js';

export type Failure = GeneralFailure<Reply>;
export type FailureOptions = GeneralFailureOptions<Reply>;
export type Answer = GeneralAnswer<Reply>;
export type Step = GeneralStep<TurnRequest, Reply>;
export type Script = GeneralScript<TurnRequest, Reply>;

/** Type of the error in the Messages API. */
export function errorTypeOf({ status, options }: Failure): string {
  return options.type ?? errorTypes[status] ?? 'api_error';
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
  return new GeneralFailure(status, options);
}

/** Writes the plan to the file that the client named; the step before `exitPlan`. */
export function writePlan(plan: string): Step {
  return (request) => {
    const file = request.planFile;
    if (file === undefined) throw new Error('The client named no plan file: is it in plan mode?');
    return new Reply().say('I write the plan.').tool('Write', { file_path: file, content: plan });
  };
}
