import * as path from 'node:path';
import { registryHead, type Placeholder } from '../../support/processes/placeholder';
import type { Attention } from './audience';
import { ContextMeter } from '../../support/transcript/contextMeter';
import type { FileEffect } from './stage/projectFolders';
import { noteLine, type Line, type TurnHead } from '../../support/transcript/clientLines';
import type { PastGrantUse, PastStatus } from './stage/keptByHub';
import type { Scene } from './script';
import { Random } from '../../support/random';
import { Speaker } from './speaker';
import type { HookFields } from './client/hookPayload';
import type { Folders, HookEnded, Stage } from './stage/stage';
import { Timeline } from './timeline';

/** Delay in ms before the client writes a line to disk; hooks are faster. */
const flushLagMs = 120;

const newestModel = 'claude-opus-5-5';

export type Status = 'busy' | 'idle' | 'waiting' | 'shell';

/** A temporary project: a few real files, and the routine work in it. */
export interface Project {
  readonly name: string;
  /** Contents by path inside the project. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * Uncommitted files at the start of the day. If set, the project is a real repository, in which
   * tool calls take effect.
   */
  readonly uncommitted?: Readonly<Record<string, string>>;
  /** Small pieces of believable work; each is played once before any is repeated. */
  readonly routine: readonly Scene[];
  /** Pieces that only read. */
  readonly looking: readonly Scene[];
}

export interface Role {
  /** Unique; seed of the session's ids and of its random numbers. */
  readonly id: string;
  readonly project: Project;
  readonly branch: string;
  /** The newest model if absent. */
  readonly model?: string;
  readonly permissionMode?: string;
  /** Name of the worktree in which it works, in the project's repository. */
  readonly worktree?: string;
  /** Name given by the user. */
  readonly name?: string;
  /** Title given by the client. */
  readonly aiTitle?: string;
  /** Minimum and maximum tokens that one tool result adds to the context. */
  readonly resultTokens: readonly [number, number];
}

/** Path of a worktree inside its project, where the client creates it. */
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
  /** The result; set when the work is done. */
  report?: string;
}

export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  status: 'pending' | 'in_progress' | 'completed';
}

interface ScheduledJob {
  readonly id: string;
  readonly schedule: string;
  readonly recurring: boolean;
  readonly prompt: string;
}

/** The visible traces of one client process and its conversation: files, registry entry, hooks. */
export class Session {
  readonly timeline = new Timeline();
  readonly random: Random;
  /** Index of its first piece in the project's routine work, and its progress from there. */
  readonly firstPiece: number;
  piecesDone = 0;
  looksDone = 0;
  /** Statuses before live play. */
  readonly statuses: PastStatus[] = [];
  /** Calls before live play that a grant allowed. */
  readonly grantUses: PastGrantUse[] = [];
  /** Set by the curtain step: how long the session has been in its present state, in ms. */
  curtainAgeMs: number | undefined;
  /** True during live play. */
  isLive = false;

  // State of one client process.
  sessionId = '';
  main: Speaker;
  permissionMode = '';
  turn: TurnHead | undefined;
  turnStartedAt = 0;
  /** The last prompt of a person. */
  lastPrompt = '';
  tasks: Task[] = [];
  /** Ids keep increasing across task lists. */
  taskCount = 0;
  work: BackgroundWork[] = [];
  /** Jobs that the client has scheduled, as Stop lists them. */
  crons: ScheduledJob[] = [];
  messageCount = 0;
  status: Status | undefined;
  isRunning = true;
  readonly toolsUsed: string[] = [];
  /** Open dialogs; each repeats its request if its hook has ended without an answer. */
  readonly dialogs = new Set<() => void>();
  /** Files changed by the session, by path inside the project. */
  readonly contents = new Map<string, string>();
  /** Prompts received from hooks, to be handled when it is idle. */
  readonly inbox: string[] = [];
  private process: Placeholder | undefined;
  private startedAt = 0;
  private waitingFor: string | undefined;
  private statusSince = 0;
  private readonly touched = new Map<string, number>();

  /** `epochOf` converts a moment of the timeline to real time. */
  constructor(
    readonly role: Role,
    readonly folders: Folders,
    private readonly stage: Stage,
    private epochOf: (timelineMs: number) => number,
  ) {
    this.random = new Random(role.id);
    this.firstPiece = this.random.between(0, 40);
    this.main = this.opened();
  }

  get cwd(): string {
    const { project, worktree } = this.role;
    return path.join(this.folders.code, project.name, ...worktreePath(worktree));
  }

  get transcriptPath(): string {
    return path.join(this.projectFolder, `${this.sessionId}.jsonl`);
  }

  get model(): string {
    return this.role.model ?? newestModel;
  }

  /** A person's current attention to the session. */
  get attention(): Attention {
    return this.isLive ? this.stage.audience.attentionTo(this.sessionId) : 'none';
  }

  /** True if it waits for a prompt. */
  get isAtRest(): boolean {
    return this.isRunning && this.status === 'idle';
  }

  get epoch(): number {
    return this.epochOf(this.timeline.now);
  }

  /** The current time in the format of transcript lines. */
  get timestamp(): string {
    return new Date(this.epoch).toISOString();
  }

  /** Background work that still runs, as Stop lists it. */
  get background(): readonly BackgroundTask[] {
    return this.work.map(({ task }) => task);
  }

  subagentPath(agentId: string, extension: 'jsonl' | 'meta.json'): string {
    const folder = path.join(this.projectFolder, this.sessionId, 'subagents');
    return path.join(folder, `agent-${agentId}.${extension}`);
  }

  /** Absolute path of a file in the project, as used by tools. */
  file(relative: string): string {
    return path.join(this.cwd, relative);
  }

  /** Starts live play: from now on traces are written in real time. */
  goLive(epochOf: (timelineMs: number) => number): void {
    this.dateFiles();
    this.timeline.rebase();
    this.epochOf = epochOf;
    this.isLive = true;
    if (this.isRunning) this.enter(this.statusSince);
  }

  /** Finishes a session that has no live play. */
  leave(): void {
    while (this.timeline.step());
    this.remember(undefined);
    this.dateFiles();
  }

  append(file: string, line: Line): void {
    if ('uuid' in line) this.messageCount++;
    this.touched.set(file, this.epoch);
    if (!this.isLive) this.stage.append(file, [line]);
    else this.timeline.after(flushLagMs, () => this.stage.append(file, [line]));
  }

  /** Writes one of the client's own short lines. */
  note(type: string, fields: Line): void {
    this.append(this.transcriptPath, noteLine(type, this.sessionId, fields));
  }

  write(file: string, value: unknown): void {
    const text = typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`;
    this.touched.set(file, this.epoch);
    this.stage.write(file, text);
  }

  /** Applies a tool's effect on the files of a repository. */
  carryOut(deed: FileEffect): void {
    this.stage.carryOut(deed, this.isLive ? undefined : this.epoch);
  }

  /** Runs hooks only for a live process. */
  call(payload: HookFields, ended?: HookEnded): void {
    if (!this.isLive || this.process === undefined) return;
    const { sessionId, cwd } = this;
    const caller = { pid: this.process.pid, sessionId, cwd };
    this.stage.hook(caller, payload, (end) => {
      if (end.code === 2) this.inbox.push(end.complained.trim());
      ended?.(end);
    });
  }

  askAgain(): void {
    for (const ask of this.dialogs) ask();
  }

  /** Ends a hook that waits for the dialog, which No or Escape has closed. */
  dismiss(): void {
    if (this.isLive) this.stage.dismiss(this.sessionId);
  }

  setStatus(status: Status, waitingFor?: string): void {
    this.status = status;
    this.waitingFor = waitingFor;
    this.statusSince = this.epoch;
    this.remember(status);
    this.register(this.statusSince);
  }

  setMode(permissionMode: string): void {
    this.permissionMode = permissionMode;
    this.note('permission-mode', { permissionMode });
  }

  /** Starts a turn for a prompt of a person or of the client itself. */
  beginTurn(byPerson: boolean): TurnHead {
    const { promptIndex = 0, turnIndex = 0 } = this.turn ?? {};
    this.turnStartedAt = this.timeline.now;
    this.turn = {
      promptId: this.random.uuid(),
      permissionMode: this.permissionMode,
      promptIndex: promptIndex + (byPerson ? 1 : 0),
      turnIndex: turnIndex + 1,
    };
    return this.turn;
  }

  /** Starts a new client in the same project: a new process, a new conversation. */
  restart(): void {
    this.toolsUsed.length = 0;
    this.contents.clear();
    this.tasks = [];
    this.taskCount = 0;
    this.work = [];
    this.crons = [];
    this.lastPrompt = '';
    this.inbox.length = 0;
    this.dialogs.clear();
    this.turn = undefined;
    this.messageCount = 0;
    this.status = undefined;
    this.isRunning = true;
    this.main = this.opened();
    if (this.isLive) this.enter(this.epoch);
  }

  /** A killed process leaves its registry entry behind. */
  exit(killed: boolean): void {
    this.isRunning = false;
    this.remember(undefined);
    const { process } = this;
    this.process = undefined;
    if (process === undefined) return;
    if (!killed) this.stage.remove(this.registryPath(process.pid));
    this.stage.leave(this.sessionId);
    process.kill();
  }

  /** Ends the process at the end of the demo, whatever its state. */
  dispose(): void {
    if (this.isRunning) this.exit(false);
  }

  /** Writes the lines that the client repeats now and then. */
  keepBooks(): void {
    const { lastPrompt, permissionMode } = this;
    const { leafUuid } = this.main;
    const { name } = this.role;
    if (leafUuid !== null && lastPrompt !== '') this.note('last-prompt', { lastPrompt, leafUuid });
    if (name !== undefined) {
      this.note('custom-title', { customTitle: name });
      this.note('agent-name', { agentName: name });
    }
    this.note('mode', { mode: 'normal' });
    this.note('permission-mode', { permissionMode });
  }

  private remember(status: Status | undefined): void {
    if (this.isLive) return;
    const { sessionId, role } = this;
    this.statuses.push({ sessionId, projectName: role.project.name, at: this.epoch, status });
  }

  private dateFiles(): void {
    for (const [file, at] of this.touched) this.stage.date(file, at);
  }

  private get projectFolder(): string {
    const slug = this.cwd.replace(/[^A-Za-z0-9]/g, '-');
    return path.join(this.folders.configHome, 'projects', slug);
  }

  private opened(): Speaker {
    this.permissionMode = this.role.permissionMode ?? 'default';
    this.startedAt = this.epoch;
    this.sessionId = this.random.uuid();
    const meter = new ContextMeter(this.random.between(19_000, 24_000));
    return new Speaker(this, this.transcriptPath, meter, this.model);
  }

  private enter(statusUpdatedAt: number): void {
    this.process = this.stage.hire();
    this.register(statusUpdatedAt);
  }

  private registryPath(pid: number): string {
    return path.join(this.folders.configHome, 'sessions', `${pid}.json`);
  }

  private register(statusUpdatedAt: number): void {
    if (!this.isLive || this.process === undefined) return;
    const { sessionId, cwd, startedAt, status, waitingFor } = this;
    const { name, project } = this.role;
    const entry = {
      ...registryHead(this.process, sessionId, cwd, startedAt),
      name: name ?? `${project.name}-${sessionId.slice(0, 2)}`,
      nameSource: name === undefined ? 'derived' : 'user',
      nameSince: startedAt,
      ...(status !== undefined && { status, updatedAt: statusUpdatedAt, statusUpdatedAt }),
      ...(waitingFor !== undefined && { waitingFor }),
    };
    this.stage.write(this.registryPath(entry.pid), JSON.stringify(entry));
  }
}
