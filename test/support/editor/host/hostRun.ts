/** Parameters of a test run inside the extension host, passed through its environment. */
export interface HostRun {
  /** Path of the results file; if it is missing afterwards, the run was aborted. */
  readonly output: string;
  readonly grep: string | undefined;
}

const outputVariable = 'MISSION_CONTROL_TEST_OUTPUT';
const grepVariable = 'MISSION_CONTROL_TEST_GREP';

/** First log line of the run: lines before it come from the editor. */
export const hostRunBegins = 'Mocha inside the extension host';

export function hostRunEnvironment({ output, grep }: HostRun): Record<string, string> {
  return { [outputVariable]: output, ...(grep === undefined ? {} : { [grepVariable]: grep }) };
}

export function hostRun(env: NodeJS.ProcessEnv): HostRun {
  const output = env[outputVariable];
  if (output === undefined) throw new Error(`${outputVariable} is not set`);
  return { output, grep: env[grepVariable] };
}
