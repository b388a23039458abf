import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import * as os from 'node:os';
import * as path from 'node:path';
import type { RunnerJob } from '../../../../shared/protocol/runner';
import { clientFolderName } from '../../../../shared/agents/claude/places';
import { configHomeVariables } from '../home/configHome';

/**
 * Environment variables that a session must not inherit from a different session or from the
 * editor.
 */
const excludedVariables =
  /^(?:VSCODE_|ELECTRON_|CLAUDECODE$|CLAUDE_PID$|CLAUDE_CODE_(?:SESSION_|ENTRYPOINT$|SSE_PORT$))/u;

/**
 * Arguments for one JSON object per line in both directions, and for permission questions on that
 * stream.
 */
const streamArguments =
  '-p --input-format stream-json --output-format stream-json --verbose --permission-prompt-tool stdio'.split(
    ' ',
  );

function argumentsOf({ sessionId, mode, resume, worktree }: RunnerJob): readonly string[] {
  return [
    ...streamArguments,
    resume ? '--resume' : '--session-id',
    sessionId,
    ...(mode === undefined ? [] : ['--permission-mode', mode]),
    // This option must be last: without a name it would consume the next argument as its value.
    ...(worktree === undefined ? [] : ['--worktree', worktree].filter((part) => part !== '')),
  ];
}

/** Starts the person's client with their own command, as a shell would. */
export function startClient(job: RunnerJob): ChildProcessWithoutNullStreams {
  const args = argumentsOf(job);
  const options = { cwd: job.folder, env: environment(job), windowsHide: true };
  if (process.platform === 'win32') {
    return spawn(`${job.command} ${args.join(' ')}`, { ...options, shell: true });
  }
  // The client runs in its own process group, so that a remaining shell ends with the client.
  const script = ['-c', `${job.command} "$@"`, 'sh', ...args];
  return spawn('/bin/sh', script, { ...options, detached: true });
}

/** Sends a signal to the client's process group. */
export function signal(child: ChildProcessWithoutNullStreams, name: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // The process is gone.
  }
}

function environment(job: RunnerJob): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!excludedVariables.test(name)) env[name] = value;
  }
  Object.assign(env, configHomeVariables(job.configHome));
  if (process.platform !== 'win32') {
    // Added to PATH: an editor that was not started from a shell lacks these folders.
    const home = os.homedir();
    const commonFolders = [
      '.local/bin',
      `${clientFolderName}/local`,
      '.npm-global/bin',
      '.bun/bin',
      '.volta/bin',
    ];
    const folders = [...commonFolders.map((folder) => path.join(home, folder)), '/usr/local/bin'];
    env['PATH'] = [env['PATH'] ?? '/usr/bin:/bin', ...folders, '/opt/homebrew/bin'].join(':');
  }
  return env;
}
