import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/**
 * Runs a command to its end and returns its stdout; the error message ends with the last output.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env, timeoutMs = 600_000 }: CommandOptions = {},
): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    env: env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ending = await new Promise<string | undefined>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${String(code)}`}`);
    });
  });
  if (ending === undefined) return stdout;
  const tail = output.trimEnd().split('\n').slice(-30).join('\n');
  throw new Error(`${[command, ...args].join(' ')} ${ending}:\n${tail}`);
}

export async function isOnPath(command: string): Promise<boolean> {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  return runCommand(finder, [command]).then(
    () => true,
    () => false,
  );
}

/**
 * This process's environment without the variables that npm or an editor set for their children.
 */
export function cleanEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|vscode_)/i.test(name));
  return { ...Object.fromEntries(inherited), ...extra };
}
