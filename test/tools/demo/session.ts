import * as path from 'node:path';
import type { Attention } from './audience';
import { ContextMeter } from './client/contextMeter';
import type { Deed } from './deed';
import type { Line, TurnHead } from './client/lines';
import type { PastStatus } from './pastDay';
import type { Project } from './project';
import { Random } from './random';
import { clientVersion, Speaker } from './speaker';
import type { Conversation } from './speaker';
import type { HookFields } from './client/hookPayload';
import type { Folders, HookEnded, Placeholder, Stage } from './stage/stage';
import { bookkeeping } from './client/systemLines';
import { Timeline } from './timeline';

/** The client writes a line to disk this much after it happened; hooks are faster. */
const flushLagMs = 120;

export type Status = 'busy' | 'idle' | 'waiting' | 'shell';

export interface Role {
  /** Unique; the seed of the session's ids and of its small irregularities. */
  readonly id: string;
  readonly project: Project;
  readonly branch: string;
  readonly model: string;
  readonly permissionMode?: string;
  readonly entrypoint?: string;
  /** The worktree of the project's repository in which it works, as the client makes them. */
  readonly worktree?: string;
  /** What the user called it. */
  readonly name?: string;
  /** What the client called it. */
  readonly aiTitle?: string;
  /** Tokens that one tool result adds to the context, from and to. */
  readonly resultTokens: readonly [number, number];
}

/** The folder of a worktree inside its project, as the client lays it. */
export function worktreePath(worktree: string | undefined): readonly string[] {
  return worktree === undefined ? [] : ['.claude', 'worktrees', worktree];
}

export interface BackgroundTask {
  readonly id: string;
  readonly type: 'subagent' | 'shell';
  readonly status: 'running';
  readonly description: string;
  readonly agent_type?: string;
  readonly command?: string;
}

export interface BackgroundWork {
  readonly task: BackgroundTask;
  readonly toolUseId: string;
  readonly startedAt: number;
  /** Set when it is done: what it has to say. */
  report?: string;
}

export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  status: 'pending' | 'in_progress' | 'completed';
}

/** One client process and its conversation, as it looks from outside: files, registry entry, hooks. */
export class Session implements Conversation {
  readonly timeline = new Timeline();
  readonly random: Random;
  readonly toolsUsed: string[] = [];
  main: Speaker;
  sessionId = '';
  permissionMode: string;
  tasks: Task[] = [];
  /** Ids grow over the session's life, list after list. */
  taskCount = 0;
  work: BackgroundWork[] = [];
  turn: TurnHead | undefined;
  /** Where in its project's everyday work it begins, and how far it is. */
  readonly firstPiece: number;
  piecesDone = 0;
  looksDone = 0;
  /** The open dialogs; each asks again where its hook has ended without an answer. */
  readonly dialogs = new Set<() => void>();
  /** What it made of files, by path inside the project. */
  readonly contents = new Map<string, string>();
  /** The last prompt of a person. */
  lastPrompt = '';
  /** Prompts that hooks brought, to be taken when it rests. */
  readonly inbox: string[] = [];
  turnStartedAt = 0;
  /** Set by the script when the audience may look: for how long it has been as it is now. */
  curtainAgeMs: number | undefined;
  private _isLive = false;
  private process: Placeholder | undefined;
  private ended = false;
  private startedAt = 0;
  private status: Status | undefined;
  private waitingFor: string | undefined;
  private statusSince = 0;
  private messages = 0;
  private readonly touched = new Map<string, number>();
  /** What it did before the curtain rose. */
  readonly statuses: PastStatus[] = [];

  /** `epochOf` says when, in real time, a moment of the timeline is. */
  constructor(
    readonly role: Role,
    readonly folders: Folders,
    private readonly stage: Stage,
    private epochOf: (timelineMs: number) => number,
  ) {
    this.random = new Random(role.id);
    this.firstPiece = this.random.between(0, 40);
    this.permissionMode = role.permissionMode ?? 'default';
    this.main = this.opened();
    this.startedAt = this.epoch;
  }

  get cwd(): string {
    const { project, worktree } = this.role;
    return path.join(this.folders.code, project.name, ...worktreePath(worktree));
  }

  get branch(): string {
    return this.role.branch;
  }

  get entrypoint(): string {
    return this.role.entrypoint ?? 'cli';
  }

  get transcriptPath(): string {
    return path.join(this.projectFolder, `${this.sessionId}.jsonl`);
  }

  /** Whether the curtain is up. */
  get isLive(): boolean {
    return this._isLive;
  }

  get isRunning(): boolean {
    return !this.ended;
  }

  /** What somebody has of it at this moment. */
  get attention(): Attention {
    return this._isLive ? this.stage.audience.attentionTo(this.sessionId) : 'none';
  }

  get currentStatus(): Status | undefined {
    return this.status;
  }

  /** Whether it waits for a prompt. */
  get isAtRest(): boolean {
    return !this.ended && this.status === 'idle';
  }

  get epoch(): number {
    return this.epochOf(this.timeline.now);
  }

  /** What still runs, as Stop lists it. */
  get background(): readonly BackgroundTask[] {
    return this.work.map(({ task }) => task);
  }

  get messageCount(): number {
    return this.messages;
  }

  subagentPath(agentId: string, extension: 'jsonl' | 'meta.json'): string {
    return path.join(
      this.projectFolder,
      this.sessionId,
      'subagents',
      `agent-${agentId}.${extension}`,
    );
  }

  /** A path in the project, as the tools name it. */
  file(relative: string): string {
    return path.join(this.cwd, relative);
  }

  /** From now on the traces are made as they happen. */
  goLive(epochOf: (timelineMs: number) => number): void {
    const sinceStatus = this.statusSince;
    for (const [file, at] of this.touched) this.stage.date(file, at);
    this.timeline.rebase();
    this.epochOf = epochOf;
    this._isLive = true;
    if (this.ended) return;
    this.process = this.stage.hire();
    this.register(sinceStatus);
  }

  /** The past is over for a session that nobody sees live. */
  leave(): void {
    while (this.timeline.step());
    this.remember(undefined);
    for (const [file, at] of this.touched) this.stage.date(file, at);
  }

  append(file: string, line: Line): void {
    if ('uuid' in line) this.messages++;
    this.touched.set(file, this.epoch);
    if (!this._isLive) this.stage.append(file, [line]);
    else this.timeline.after(flushLagMs, () => this.stage.append(file, [line]));
  }

  note(line: Line): void {
    this.append(this.transcriptPath, line);
  }

  write(file: string, value: unknown): void {
    const text = typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`;
    this.touched.set(file, this.epoch);
    this.stage.write(file, text);
  }

  /** Does what a tool does to the files of a repository. */
  carryOut(deed: Deed): void {
    this.stage.carryOut(deed, this._isLive ? undefined : this.epoch);
  }

  /** Hooks run only for a process that is there. */
  call(payload: HookFields, ended?: HookEnded): void {
    if (!this._isLive || this.process === undefined) return;
    const { sessionId, cwd, entrypoint } = this;
    const caller = { pid: this.process.pid, sessionId, cwd, entrypoint };
    this.stage.hook(caller, payload, (end) => {
      if (end.code === 2) this.inbox.push(end.complained.trim());
      ended?.(end);
    });
  }

  askAgain(): void {
    for (const ask of this.dialogs) ask();
  }

  /** The dialog is gone by No or Escape; a hook that waits on it is ended. */
  dismiss(): void {
    if (this._isLive) this.stage.dismiss(this.sessionId);
  }

  setStatus(status: Status, waitingFor?: string): void {
    this.status = status;
    this.waitingFor = waitingFor;
    this.statusSince = this.epoch;
    this.remember(status);
    this.register(this.statusSince);
  }

  /** A new client in the same project: a new process, a new conversation. */
  restart(): void {
    this.toolsUsed.length = 0;
    this.contents.clear();
    this.tasks = [];
    this.taskCount = 0;
    this.work = [];
    this.lastPrompt = '';
    this.inbox.length = 0;
    this.dialogs.clear();
    this.turn = undefined;
    this.messages = 0;
    this.permissionMode = this.role.permissionMode ?? 'default';
    this.main = this.opened();
    this.startedAt = this.epoch;
    this.status = undefined;
    this.ended = false;
    if (!this._isLive) return;
    this.process = this.stage.hire();
    this.register(this.epoch);
  }

  /** A killed process leaves its registry entry behind. */
  exit(killed: boolean): void {
    this.ended = true;
    this.remember(undefined);
    const { process } = this;
    this.process = undefined;
    if (process === undefined) return;
    if (!killed) this.stage.remove(this.registryPath(process.pid));
    this.stage.leave(this.sessionId);
    process.kill();
  }

  private remember(status: Status | undefined): void {
    if (this._isLive) return;
    const { sessionId, role } = this;
    this.statuses.push({ sessionId, projectName: role.project.name, at: this.epoch, status });
  }

  /** The end of the play, in whatever state the session is. */
  dispose(): void {
    if (!this.ended) this.exit(false);
  }

  private get projectFolder(): string {
    const slug = this.cwd.replace(/[^A-Za-z0-9]/g, '-');
    return path.join(this.folders.configHome, 'projects', slug);
  }

  private opened(): Speaker {
    this.sessionId = this.random.uuid();
    const meter = new ContextMeter(this.random.between(19_000, 24_000));
    return new Speaker(this, this.transcriptPath, meter, this.role.model);
  }

  private registryPath(pid: number): string {
    return path.join(this.folders.configHome, 'sessions', `${pid}.json`);
  }

  private register(statusUpdatedAt: number): void {
    if (!this._isLive || this.process === undefined) return;
    const { pid, procStart } = this.process;
    const suffix = this.sessionId.slice(0, 2);
    const entry = {
      pid,
      sessionId: this.sessionId,
      cwd: this.cwd,
      startedAt: this.startedAt,
      ...(procStart !== undefined && { procStart }),
      version: clientVersion,
      peerProtocol: 1,
      kind: 'interactive',
      entrypoint: this.entrypoint,
      name: this.role.name ?? `${this.role.project.name}-${suffix}`,
      nameSource: this.role.name === undefined ? 'derived' : 'user',
      nameSince: this.startedAt,
      ...(this.status !== undefined && {
        status: this.status,
        updatedAt: statusUpdatedAt,
        statusUpdatedAt,
      }),
      ...(this.waitingFor !== undefined && { waitingFor: this.waitingFor }),
    };
    this.stage.write(this.registryPath(pid), JSON.stringify(entry));
  }

  /** The lines that the client repeats now and then. */
  keepBooks(): void {
    const { sessionId } = this;
    const leaf = this.main.leafUuid;
    if (leaf !== null && this.lastPrompt !== '') {
      this.note(bookkeeping.lastPrompt(sessionId, this.lastPrompt, leaf));
    }
    if (this.role.name !== undefined) {
      this.note(bookkeeping.customTitle(sessionId, this.role.name));
      this.note(bookkeeping.agentName(sessionId, this.role.name));
    }
    this.note(bookkeeping.mode(sessionId));
    this.note(bookkeeping.permissionMode(sessionId, this.permissionMode));
  }
}
