/** What a run inside the extension host is told, by way of its environment. */
export interface HostRun {
  /** The file of results; without it afterwards, the run broke off. */
  readonly output: string;
  readonly grep: string | undefined;
}

const outputVariable = 'MISSION_CONTROL_TEST_OUTPUT';
const grepVariable = 'MISSION_CONTROL_TEST_GREP';

/** Logged first: what the editor logs before it is not the tests'. */
export const hostRunBegins = 'Mocha inside the extension host';

export function hostRunEnvironment({ output, grep }: HostRun): Record<string, string> {
  return { [outputVariable]: output, ...(grep === undefined ? {} : { [grepVariable]: grep }) };
}

export function hostRun(env: NodeJS.ProcessEnv): HostRun {
  const output = env[outputVariable];
  if (output === undefined) throw new Error(`${outputVariable} is not set`);
  return { output, grep: env[grepVariable] };
}
