import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import * as os from 'node:os';
import * as path from 'node:path';
import type { RunnerJob } from '../../../../shared/protocol/runner';
import { clientFolderName } from '../../../../shared/agents/claude/places';
import { configHomeVariables } from '../home/configHome';

/** Environment variables that a session must not inherit from another one or from the editor. */
const foreign =
  /^(?:VSCODE_|ELECTRON_|CLAUDECODE$|CLAUDE_PID$|CLAUDE_CODE_(?:SESSION_|ENTRYPOINT$|SSE_PORT$))/u;

/** Arguments that make the client speak one JSON object a line, both ways, and ask us its questions. */
const stream =
  '-p --input-format stream-json --output-format stream-json --verbose --permission-prompt-tool stdio'.split(
    ' ',
  );

function argumentsOf({ sessionId, mode, resume, worktree }: RunnerJob): readonly string[] {
  return [
    ...stream,
    resume ? '--resume' : '--session-id',
    sessionId,
    ...(mode === undefined ? [] : ['--permission-mode', mode]),
    // The last of them: without a name it would take the next one for its name.
    ...(worktree === undefined ? [] : ['--worktree', worktree].filter((part) => part !== '')),
  ];
}

/** Starts the person's own client, by their own command, as a shell would. */
export function startClient(job: RunnerJob): ChildProcessWithoutNullStreams {
  const args = argumentsOf(job);
  const options = { cwd: job.folder, env: environment(job), windowsHide: true };
  if (process.platform === 'win32') {
    return spawn(`${job.command} ${args.join(' ')}`, { ...options, shell: true });
  }
  // A group of its own: a shell that stays around the client ends with it.
  const script = ['-c', `${job.command} "$@"`, 'sh', ...args];
  return spawn('/bin/sh', script, { ...options, detached: true });
}

/** Sends a signal to the client and to what stands around it. */
export function signal(child: ChildProcessWithoutNullStreams, name: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // It is gone.
  }
}

function environment(job: RunnerJob): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!foreign.test(name)) env[name] = value;
  }
  Object.assign(env, configHomeVariables(job.configHome));
  if (process.platform !== 'win32') {
    // An editor that was not started from a shell does not have them.
    const home = os.homedir();
    const usual = [
      '.local/bin',
      `${clientFolderName}/local`,
      '.npm-global/bin',
      '.bun/bin',
      '.volta/bin',
    ];
    const folders = [...usual.map((folder) => path.join(home, folder)), '/usr/local/bin'];
    env['PATH'] = [env['PATH'] ?? '/usr/bin:/bin', ...folders, '/opt/homebrew/bin'].join(':');
  }
  return env;
}
