import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import type { HookFields } from './hookPayload';
import type { HookCaller } from './stage';

const settingsSchema = z.object({
  hooks: z
    .record(
      z.string(),
      z.array(
        z.object({
          hooks: z.array(z.object({ type: z.literal('command'), command: z.string() })),
        }),
      ),
    )
    .optional(),
});

/** Runs what `settings.json` of a config home says, as the client does: by shell, payload on standard input. */
export class HookCommands {
  private readonly running = new Set<ChildProcess>();
  /** Those that wait for a person, by session. */
  private readonly waiting = new Map<string, ChildProcess[]>();
  /** Per session the hook before; the next one starts when it is done. */
  private readonly last = new Map<string, Promise<void>>();
  private stopped = false;

  constructor(private readonly configHome: string) {}

  run(caller: HookCaller, payload: HookFields): void {
    const event = String(payload['hook_event_name']);
    const commands = this.commandsFor(event);
    const { sessionId } = caller;
    const before = this.last.get(sessionId) ?? Promise.resolve();
    const turn = before.then(async () => {
      const ends = commands.map((command) => this.start(command, caller, payload));
      // The one event that may wait for a person must not hold up those that follow.
      if (event !== 'PermissionRequest') await Promise.all(ends);
    });
    this.last.set(sessionId, turn);
  }

  /** Resolves once every hook that does not wait for a person is done. */
  async settle(): Promise<void> {
    await Promise.all(this.last.values());
  }

  dismiss(sessionId: string): void {
    for (const child of this.waiting.get(sessionId) ?? []) child.kill('SIGTERM');
    this.waiting.delete(sessionId);
  }

  stop(): void {
    this.stopped = true;
    for (const child of this.running) child.kill('SIGTERM');
  }

  /** Read at every event: the client reloads its settings while it runs. */
  private commandsFor(event: string): readonly string[] {
    try {
      const text = fs.readFileSync(path.join(this.configHome, 'settings.json'), 'utf8');
      const groups = settingsSchema.parse(JSON.parse(text)).hooks?.[event] ?? [];
      return groups.flatMap((group) => group.hooks.map((hook) => hook.command));
    } catch {
      return []; // No settings, or somebody is just writing them: no hooks, as in the client.
    }
  }

  private start(command: string, caller: HookCaller, payload: HookFields): Promise<void> {
    if (this.stopped) return Promise.resolve();
    const child = spawn(command, {
      shell: true,
      cwd: fs.existsSync(caller.cwd) ? caller.cwd : this.configHome,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {
        ...process.env,
        CLAUDECODE: '1',
        CLAUDE_CONFIG_DIR: this.configHome,
        CLAUDE_CODE_ENTRYPOINT: caller.entrypoint,
        CLAUDE_CODE_SESSION_ATTENDED: '1',
        CLAUDE_CODE_SESSION_ID: caller.sessionId,
        CLAUDE_EFFORT: 'medium',
        CLAUDE_PID: String(caller.pid),
        CLAUDE_PROJECT_DIR: caller.cwd,
      },
    });
    this.running.add(child);
    if (payload['hook_event_name'] === 'PermissionRequest') {
      const others = this.waiting.get(caller.sessionId) ?? [];
      this.waiting.set(caller.sessionId, [...others, child]);
    }
    // A hook that does not read its input ends the pipe early.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(payload)}\n`);
    return new Promise((resolve) => {
      const done = (): void => {
        this.running.delete(child);
        resolve();
      };
      child.once('error', done);
      child.once('close', done);
    });
  }
}
