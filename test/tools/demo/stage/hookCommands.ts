import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import { entrypoint } from '../../../support/transcript/clientLines';
import type { HookFields } from '../client/hookPayload';
import type { HookCaller, HookEnded, HookRunner } from './stage';

const commandSchema = z.object({
  type: z.literal('command'),
  command: z.string(),
  /** The command keeps running with the session, and may wake it. */
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

interface RunningHook {
  readonly sessionId: string;
  /** What the hook waits for: a person's decision, or a prompt that wakes the session. */
  readonly waitsFor: 'person' | 'prompt' | undefined;
  readonly child: ChildProcess;
  readonly end: Promise<void>;
}

/**
 * Runs the hook commands in `settings.json` of a config home like the client: in a shell, with the
 * payload on standard input.
 */
export class HookCommands implements HookRunner {
  private readonly running = new Set<RunningHook>();
  /** The previous hook of each session; the next one starts after it. */
  private readonly last = new Map<string, Promise<void>>();
  private stopped = false;

  constructor(private readonly configHome: string) {}

  hook(caller: HookCaller, payload: HookFields, ended?: HookEnded): void {
    const event = String(payload['hook_event_name']);
    const commands = this.commandsFor(event);
    const { sessionId } = caller;
    const before = this.last.get(sessionId) ?? Promise.resolve();
    const turn = before.then(async () => {
      if (this.stopped) return;
      const hooks = commands.map((command) => this.start(command, caller, payload, ended));
      // Hooks that wait for a person must not delay later ones.
      await Promise.all(hooks.flatMap(({ waitsFor, end }) => (waitsFor === undefined ? end : [])));
    });
    this.last.set(sessionId, turn);
  }

  /** Resolves once every hook that does not wait for a person is done. */
  async settle(): Promise<void> {
    await Promise.all(this.last.values());
  }

  dismiss(sessionId: string): void {
    this.kill((hook) => hook.sessionId === sessionId && hook.waitsFor === 'person');
  }

  /** When the client exits it ends the hooks that wait to wake it. */
  leave(sessionId: string): void {
    this.kill((hook) => hook.sessionId === sessionId && hook.waitsFor !== undefined);
  }

  stop(): void {
    this.stopped = true;
    this.kill(() => true);
  }

  private kill(isMeant: (hook: RunningHook) => boolean): void {
    for (const hook of this.running) if (isMeant(hook)) hook.child.kill('SIGTERM');
  }

  /** Read at every event, because the client reloads its settings while it runs. */
  private commandsFor(event: string): readonly Command[] {
    try {
      const text = fs.readFileSync(path.join(this.configHome, 'settings.json'), 'utf8');
      const groups = settingsSchema.parse(JSON.parse(text)).hooks?.[event] ?? [];
      return groups.flatMap(({ hooks }) => hooks);
    } catch {
      // Without settings, or while they are being written, there are no hooks, as in the client.
      return [];
    }
  }

  private start(
    { command, asyncRewake }: Command,
    caller: HookCaller,
    payload: HookFields,
    ended?: HookEnded,
  ): RunningHook {
    const child = spawn(command, {
      shell: true,
      cwd: fs.existsSync(caller.cwd) ? caller.cwd : this.configHome,
      stdio: 'pipe',
      env: {
        ...process.env,
        CLAUDECODE: '1',
        CLAUDE_CONFIG_DIR: this.configHome,
        CLAUDE_CODE_ENTRYPOINT: entrypoint,
        CLAUDE_CODE_SESSION_ATTENDED: '1',
        CLAUDE_CODE_SESSION_ID: caller.sessionId,
        CLAUDE_EFFORT: 'medium',
        CLAUDE_PID: String(caller.pid),
        CLAUDE_PROJECT_DIR: caller.cwd,
      },
    });
    let printed = '';
    let complained = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text));
    // A hook that does not read its input ends the pipe early.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(payload)}\n`);
    const end = new Promise<void>((resolve) => {
      const done = (code: number | null): void => {
        this.running.delete(hook);
        ended?.({ code, printed, complained });
        resolve();
      };
      child.once('error', () => done(null));
      child.once('close', done);
    });
    const isRequest = payload['hook_event_name'] === 'PermissionRequest';
    const waitsFor = isRequest ? 'person' : asyncRewake === true ? 'prompt' : undefined;
    const hook = { sessionId: caller.sessionId, waitsFor, child, end } as const;
    this.running.add(hook);
    return hook;
  }
}
