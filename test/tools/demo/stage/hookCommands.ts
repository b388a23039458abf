import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import type { HookFields } from '../client/hookPayload';
import type { HookCaller, HookEnded } from './stage';

const commandSchema = z.object({
  type: z.literal('command'),
  command: z.string(),
  /** It stays while the session goes on, and may wake it. */
  asyncRewake: z.boolean().optional(),
});
type Command = z.infer<typeof commandSchema>;

const settingsSchema = z.object({
  hooks: z
    .record(
      z.string(),
      z.array(
        z.object({
          hooks: z.array(commandSchema),
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
  /** Those that stay until there is a prompt, by session. */
  private readonly waking = new Map<string, ChildProcess[]>();
  /** Per session the hook before; the next one starts when it is done. */
  private readonly last = new Map<string, Promise<void>>();
  private stopped = false;

  constructor(private readonly configHome: string) {}

  run(caller: HookCaller, payload: HookFields, ended?: HookEnded): void {
    const event = String(payload['hook_event_name']);
    const commands = this.commandsFor(event);
    const { sessionId } = caller;
    const before = this.last.get(sessionId) ?? Promise.resolve();
    const turn = before.then(async () => {
      const ends = commands.flatMap((command) => {
        const end = this.start(command, caller, payload, ended);
        // What may wait for a person must not hold up what follows.
        return event === 'PermissionRequest' || command.asyncRewake === true ? [] : [end];
      });
      await Promise.all(ends);
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

  /** The client ends what waits to wake it when it leaves. */
  leave(sessionId: string): void {
    this.dismiss(sessionId);
    for (const child of this.waking.get(sessionId) ?? []) child.kill('SIGTERM');
    this.waking.delete(sessionId);
  }

  stop(): void {
    this.stopped = true;
    for (const child of this.running) child.kill('SIGTERM');
  }

  /** Read at every event: the client reloads its settings while it runs. */
  private commandsFor(event: string): readonly Command[] {
    try {
      const text = fs.readFileSync(path.join(this.configHome, 'settings.json'), 'utf8');
      const groups = settingsSchema.parse(JSON.parse(text)).hooks?.[event] ?? [];
      return groups.flatMap(({ hooks }) => hooks);
    } catch {
      return []; // No settings, or somebody is just writing them: no hooks, as in the client.
    }
  }

  private start(
    { command, asyncRewake }: Command,
    caller: HookCaller,
    payload: HookFields,
    ended?: HookEnded,
  ): Promise<void> {
    if (this.stopped) return Promise.resolve();
    const child = spawn(command, {
      shell: true,
      cwd: fs.existsSync(caller.cwd) ? caller.cwd : this.configHome,
      stdio: 'pipe',
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
    if (payload['hook_event_name'] === 'PermissionRequest') keep(this.waiting, caller, child);
    if (asyncRewake === true) keep(this.waking, caller, child);
    let printed = '';
    let complained = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text));
    // A hook that does not read its input ends the pipe early.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(payload)}\n`);
    return new Promise((resolve) => {
      const done = (code: number | null): void => {
        this.running.delete(child);
        ended?.({ code, printed, complained });
        resolve();
      };
      child.once('error', () => done(null));
      child.once('close', done);
    });
  }
}

function keep(
  children: Map<string, ChildProcess[]>,
  { sessionId }: HookCaller,
  child: ChildProcess,
): void {
  const others = (children.get(sessionId) ?? []).filter(({ exitCode }) => exitCode === null);
  children.set(sessionId, [...others, child]);
}
