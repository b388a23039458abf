import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { Line } from '../hub/transcriptFile';
import type { ReviewScene } from './reviewScene';

export interface SceneSessionOptions {
  readonly sessionId: string;
  /** Folder in which it starts. */
  readonly cwd: string;
  /** The client stores copies of files before it changes them. */
  readonly history: boolean;
}

interface Copy {
  readonly name: string | null;
  readonly version: number;
  readonly text: string | undefined;
}

/** A session whose transcript and file history are written like the client's. */
export class SceneSession {
  readonly sessionId: string;
  readonly transcript: string;
  private readonly copies = new Map<string, Copy>();
  private calls = 0;
  private edits = 0;
  private snapshot = '';

  constructor(
    private readonly scene: ReviewScene,
    private readonly options: SceneSessionOptions,
  ) {
    this.sessionId = options.sessionId;
    const name = `${options.sessionId}.jsonl`;
    this.transcript = path.join(scene.home, 'projects', '-work', name);
  }

  /** Adds a person's prompt, which starts a turn. */
  async prompt(text = 'Go on'): Promise<void> {
    const at = this.scene.step();
    this.snapshot = `prompt-${String(at)}`;
    if (this.options.history) await this.noteSnapshot(at + 30);
    const message = { role: 'user', content: text };
    await this.write({ ...this.frame('user', at), uuid: this.snapshot, message });
  }

  /** Writes a file with the Write tool. `called` is the path that the client uses for it. */
  async save(name: string, text: string, called = this.path(name)): Promise<void> {
    await this.change('Write', { file_path: called, content: text }, called, () => {
      mkdirSync(path.dirname(called), { recursive: true });
      writeFileSync(called, text);
    });
  }

  /** Changes a part of a file with the Edit tool. */
  async edit(name: string, from: string, to: string, called = this.path(name)): Promise<void> {
    const input = { file_path: called, old_string: from, new_string: to };
    await this.change('Edit', input, called, () => {
      writeFileSync(called, readFileSync(called, 'utf8').replace(from, to));
    });
  }

  /** Records a command; `act` performs its effect. */
  async bash(
    command: string,
    act: () => void = () => undefined,
    details: { readonly stdout?: string; readonly gitOperation?: object } = {},
  ): Promise<void> {
    const { stdout = '', ...more } = details;
    const result = { stdout, stderr: '', interrupted: false, isImage: false, ...more };
    await this.call('Bash', { command }, act, result);
  }

  /** Commits all changes, as the agent does with Bash. */
  async commit(message = 'Work', ...more: readonly string[]): Promise<void> {
    const { repository } = this.scene;
    const id = this.nextId();
    await this.write(this.use('Bash', { command: `git commit -qm '${message}'` }, id));
    const commit = repository.commitAll(message, this.scene.now, ...more);
    const gitOperation = { commit: { sha: commit.slice(0, 7), kind: 'committed' } };
    await this.write(this.result(id, { stdout: '', stderr: '', gitOperation }));
  }

  /** Lets a subagent write a file: only its own transcript records it, and there is no copy. */
  async subagentSaves(agentId: string, name: string, text: string): Promise<void> {
    const file = path.join(
      this.transcript.replace(/\.jsonl$/u, ''),
      'subagents',
      `agent-${agentId}.jsonl`,
    );
    const id = this.nextId();
    const use = this.use('Write', { file_path: this.path(name), content: text }, id);
    writeFileSync(this.path(name), text);
    this.date(this.path(name));
    const result = this.result(id, { type: 'create', filePath: this.path(name) });
    await mkdir(path.dirname(file), { recursive: true });
    const lines = [use, result].map((line) => ({ ...line, isSidechain: true, agentId }));
    await appendFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    this.edits += 1;
  }

  async turnEnded(): Promise<void> {
    const at = this.scene.step();
    const content = [{ type: 'text', text: 'Done.' }];
    const message = { id: this.nextId(), role: 'assistant', content, stop_reason: 'end_turn' };
    await this.write(
      { ...this.frame('assistant', at), message },
      { ...this.frame('system', at), subtype: 'turn_duration', durationMs: 1000 },
    );
  }

  /** Resolves once the hub has read all of the session's edits. */
  async known(): Promise<void> {
    await this.scene.hub.waitFor(this.sessionId, ({ changes }) =>
      assert.equal(changes?.edits ?? 0, this.edits),
    );
  }

  path(name: string): string {
    return path.resolve(this.options.cwd, name);
  }

  private async change(
    tool: string,
    input: object,
    called: string,
    act: () => void,
  ): Promise<void> {
    const existed = existsSync(called);
    const id = this.nextId();
    await this.write(this.use(tool, input, id));
    if (this.options.history && !this.copies.has(called)) await this.noteDelta(called, id);
    act();
    this.date(called);
    const type = existed ? 'update' : 'create';
    await this.write(this.result(id, { type, filePath: called, userModified: false }));
    this.edits += 1;
  }

  private async call(name: string, input: object, act: () => void, result: object): Promise<void> {
    const id = this.nextId();
    await this.write(this.use(name, input, id));
    act();
    await this.write(this.result(id, result));
  }

  /** Sets the file's mtime to the scene's time. */
  private date(file: string): void {
    utimesSync(file, this.scene.now / 1000, this.scene.now / 1000);
  }

  /**
   * Records the state of each tracked file at a prompt, with a new copy if it changed, like the
   * client.
   */
  private async noteSnapshot(at: number): Promise<void> {
    const timestamp = new Date(at).toISOString();
    const backups: Record<string, object> = {};
    for (const [called, before] of this.copies) {
      const isSame = existsSync(called)
        ? readFileSync(called, 'utf8') === before.text
        : before.name === null;
      const copy = isSame ? before : this.copy(called, before.version + 1);
      this.copies.set(called, copy);
      backups[this.tracking(called)] = this.backup(called, copy, timestamp);
    }
    const messageId = this.snapshot;
    const snapshot = { messageId, trackedFileBackups: backups, timestamp };
    await this.write({
      type: 'file-history-snapshot',
      messageId,
      snapshot,
      isSnapshotUpdate: false,
    });
  }

  private async noteDelta(called: string, messageId: string): Promise<void> {
    const timestamp = new Date(this.scene.now + 50).toISOString();
    const copy = this.copy(called, 1);
    this.copies.set(called, copy);
    await this.write({
      type: 'file-history-delta',
      messageId,
      snapshotMessageId: this.snapshot,
      trackingPath: this.tracking(called),
      backup: this.backup(called, copy, timestamp),
      timestamp,
    });
  }

  private copy(called: string, version: number): Copy {
    if (!existsSync(called)) return { name: null, version, text: undefined };
    const hash = createHash('sha256').update(called).digest('hex').slice(0, 16);
    const name = `${hash}@v${String(version)}`;
    const folder = path.join(this.scene.home, 'file-history', this.sessionId);
    mkdirSync(folder, { recursive: true });
    const bytes = readFileSync(called);
    writeFileSync(path.join(folder, name), bytes);
    return { name, version, text: bytes.toString('utf8') };
  }

  private backup(called: string, { name, version }: Copy, backupTime: string): object {
    return { backupFileName: name, version, backupTime, realParentDir: path.dirname(called) };
  }

  /** Path relative to the session's start folder, if the file is inside it. */
  private tracking(called: string): string {
    const name = path.relative(this.options.cwd, called);
    return name.startsWith('..') ? called : name;
  }

  private use(name: string, input: object, id: string): Line {
    const content = [{ type: 'tool_use', id, name, input }];
    const message = { id: `msg-${id}`, role: 'assistant', content, stop_reason: 'tool_use' };
    return { ...this.frame('assistant', this.scene.step()), message };
  }

  private result(id: string, toolUseResult: object): Line {
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'ok' }];
    const at = this.scene.now + 500;
    return { ...this.frame('user', at), message: { role: 'user', content }, toolUseResult };
  }

  private nextId(): string {
    this.calls += 1;
    return `toolu_${this.sessionId.slice(-4)}_${String(this.calls)}`;
  }

  private frame(type: string, at: number): Line {
    const { sessionId, cwd } = this.options;
    const timestamp = new Date(at).toISOString();
    return { type, sessionId, timestamp, version: '2.1.329', cwd, gitBranch: 'main' };
  }

  private async write(...lines: readonly Line[]): Promise<void> {
    await mkdir(path.dirname(this.transcript), { recursive: true });
    await appendFile(this.transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** Removes a file by Bash. */
  async remove(name: string): Promise<void> {
    await this.bash(`rm ${name}`, () => rmSync(this.path(name)));
  }
}
