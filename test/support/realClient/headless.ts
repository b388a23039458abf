import { execFile } from 'node:child_process';

export interface HeadlessResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a client without a terminal from start to end. */
export function runClient(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly timeoutMs?: number;
  },
): Promise<HeadlessResult> {
  const { cwd, env, timeoutMs: timeout = 60_000 } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { cwd, env, timeout, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve({ exitCode: child.exitCode ?? 0, stdout, stderr });
      },
    );
    child.stdin?.end();
  });
}
