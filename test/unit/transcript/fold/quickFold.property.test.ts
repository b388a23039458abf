import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { walkLines, WalkBuffer } from '../../../../src/extension/transcript/lines/lineWalk';
import {
  newFold,
  withEntry,
  type TranscriptFold,
  type FoldSubject,
} from '../../../../src/extension/transcript/fold/fold';
import { parseTranscriptEntry } from '../../../../src/extension/transcript/entry/transcriptEntry';
import { QuickFold } from '../../../../src/extension/transcript/fold/quickFold';
import { drained } from '../../../support/drained';
import { comparable } from '../../../support/transcript/foldedTranscript';

type Fields = Readonly<Record<string, unknown>>;

/** Writes lines as the client does, one after the other. */
class Writer {
  private readonly lines: string[] = [];
  private uses: string[] = [];
  private count = 0;
  private model = 'claude-sonnet-4-5';

  get text(): string {
    return this.lines.map((line) => `${line}\n`).join('');
  }

  write(kind: number): void {
    this.kinds[kind % this.kinds.length]?.();
  }

  private readonly kinds: readonly (() => void)[] = [
    () => this.prompt(`Prompt ${this.next()}`),
    () => this.prompt(`Prompt ${this.next()}`, { permissionMode: 'plan' }),
    () => this.prompt('<task-notification>\n<task-id>a</task-id>\n</task-notification>'),
    () => this.user('Caveat', { isMeta: true }),
    () => this.prompt([{ type: 'text', text: '[Request interrupted by user]' }]),
    () => this.user('<command-name>/clear</command-name>'),
    () => this.attach({ type: 'queued_command', prompt: `Queued ${this.next()}` }),
    () => this.attach({ type: 'plan_mode' }),
    () => this.reply([{ type: 'text', text: `Answer ${this.next()}` }]),
    () => this.reply([{ type: 'text', text: 'x'.repeat(700) }]),
    () => this.reply([{ type: 'thinking', thinking: 'Hm' }]),
    () => this.use('Bash', { command: 'ls' }),
    () => this.use('Edit', { file_path: `/f${this.count % 3}`, old_string: 'a' }),
    () => this.use('Write', { content: 'y'.repeat(700), file_path: '/ü' }),
    () => this.use('TaskCreate', { subject: `Task ${this.next()}` }),
    () => this.use('TaskUpdate', { taskId: '1', status: 'completed' }),
    () => this.use('TodoWrite', { todos: [{ content: 'One', status: 'pending' }] }),
    () => this.use('AskUserQuestion', { questions: [] }),
    () => this.result({}),
    () => this.result({}),
    () => this.result({ is_error: true }),
    () => {
      this.use('TaskCreate', { subject: 'Made' });
      const id = this.uses.pop();
      this.result({ tool_use_id: id }, { toolUseResult: { task: { id: '1', subject: 'Made' } } });
    },
    () => {
      this.use('Bash', { command: 'x'.repeat(700), run_in_background: true });
      const id = this.uses.pop();
      const toolUseResult = { backgroundTaskId: `b${this.next()}` };
      this.result({ tool_use_id: id }, { toolUseResult });
    },
    () => {
      this.use('Agent', { prompt: 'Go' });
      const id = this.uses.pop();
      const toolUseResult = { status: 'async_launched', agentId: `a${this.next()}` };
      this.result({ tool_use_id: id }, { toolUseResult });
    },
    () => {
      this.use('CronCreate', { cron: '*/5 * * * *', prompt: 'x'.repeat(700), recurring: true });
      const id = this.uses.pop();
      const toolUseResult = { id: `c${this.next()}`, recurring: true, nextFireAt: 1.8e12 };
      this.result({ tool_use_id: id }, { toolUseResult });
    },
    () => {
      this.use('ScheduleWakeup', { delaySeconds: 60, prompt: 'Look again' });
      const id = this.uses.pop();
      this.result({ tool_use_id: id }, { toolUseResult: { scheduledFor: 1.8e12 } });
    },
    () => {
      this.use('CronDelete', { id: 'c1' });
      const id = this.uses.pop();
      this.result({ tool_use_id: id }, { toolUseResult: { id: `c${this.count % 9}` } });
    },
    () => {
      this.use('AskUserQuestion', { questions: [] });
      const id = this.uses.pop();
      this.count += this.count % 3 === 0 ? 0 : 60;
      const toolUseResult = { answers: {}, afkTimeoutMs: 60_000 };
      this.result({ tool_use_id: id, content: 'z'.repeat(700) }, { toolUseResult });
    },
    () => {
      this.use('Bash', { command: 'rm -rf /boot' });
      const tool_use_id = this.uses.pop();
      // Some of them wait for their two minutes.
      this.count += this.count % 2 === 0 ? 120 : 0;
      const decision = { decision: 'reject', source: 'config', circuitBreaker: 'dangerousRemoval' };
      const content = `Permission for this command was denied. ${'z'.repeat(700)}`;
      const toolDenialKind = 'permission-rule';
      const more = {
        toolUseResult: `Error: ${content}`,
        permissionDecision: decision,
        toolDenialKind,
      };
      this.result({ tool_use_id, is_error: true, content }, more);
    },
    () => this.attach({ type: 'session_cron_carry', tasks: [], otherArmed: [{ id: 'c1' }] }),
    () => this.prompt('Look', { isMeta: true, wakeupSource: 'schedule_wakeup' }),
    () => this.prompt('Stop hook feedback:\nNo.', { isMeta: true }),
    () => {
      this.model = 'claude-opus-4-5';
      for (let count = 0; count < 4; count += 1) this.reply([{ type: 'text', text: 'On' }]);
    },
    () => this.endTurn(),
    () => this.endTurn(),
    () =>
      this.system({
        subtype: 'compact_boundary',
        compactMetadata: { trigger: 'auto', preTokens: 9 },
      }),
    () => this.system({ subtype: 'api_error', retryAttempt: 1, maxRetries: 3, retryInMs: 500 }),
    () => this.fail(),
    () => this.put({ type: 'ai-title', aiTitle: `Title ${this.next()}`, sessionId: 's' }),
    () => this.put({ type: 'custom-title', customTitle: `Name ${this.next()}`, sessionId: 's' }),
    () => this.put({ type: 'summary', summary: `Sum ${this.next()}`, leafUuid: 'u' }),
    () => this.put({ type: 'permission-mode', permissionMode: `mode${this.next()}` }),
    () => this.put({ type: 'last-prompt', lastPrompt: 'x', sessionId: 's' }),
    () => this.put({ type: 'hologram' }),
    () =>
      this.put({
        type: 'continued-in',
        timestamp: this.time(),
        continuedInSessionId: `s${this.next()}`,
      }),
    () => this.lines.push('{"type":"user","message":'),
    () => this.shell('git commit -qm x', {}),
    () => this.shell('git commit -m x', { gitOperation: { commit: { sha: `a${this.next()}` } } }),
    () => this.shell(`cat <<E\n${'x'.repeat(700)}\nE\ngit push -q`, {}),
    () => this.shell('git merge ü', 'Error: Exit code 1\nCONFLICT (content)'),
    () => this.shell('gh pr create', { gitOperation: { pr: { number: 4, action: 'created' } } }),
    () => this.link(this.count % 2),
    () => this.use('Bash', { description: 'First', command: 'git push' }),
    () => this.behind('git commit -m behind'),
    () => this.behind('npm run dev'),
    () => this.prompt(this.notification()),
    () => this.attach({ type: 'queued_command', prompt: this.notification() }),
    () => this.use('Read', { file_path: `/tmp/${this.lastShell}.output` }),
    () => this.use('TaskOutput', { task_id: this.lastShell }),
    () => this.result({}, { toolUseResult: { task: { exitCode: 1, output: 'git' } } }),
    () => this.use('NotebookEdit', { notebook_path: `/n${this.count % 2}`, new_source: 'x' }),
    () => this.use('MultiEdit', { file_path: `src/f${this.count % 2}`, edits: [] }),
    () => this.result({}, { toolUseResult: { timestamp: '1999-01-01T00:00:00.000Z' } }),
    () => this.shell('make', this.changed('/m', `/f${this.count % 3}`)),
    () => this.shell('git commit -m made', this.changed(...this.many())),
    () => this.shell('false', 'Error: Exit code 1\n"bashEditDiff":{"changedFiles":["/no"]}'),
    () => this.use('PowerShell', { command: `${'x'.repeat(700)}ü` }),
    () => this.result({}, { toolUseResult: this.changed('/p', 'relative', '', 7) }),
    () => this.result({ content: 'z'.repeat(9_000) }, { cwd: `/elsewhere${this.count % 2}` }),
    () => this.shell('cd sub && git stash', { stderr: `HEAD is now at ${this.count}` }),
    () => this.shell('git checkout ü', 'Error: Exit code 1\nerror: pathspec'),
    () => this.behind('git reset --hard'),
    () => this.use('Bash', { description: 'First', command: 'git clean -fd' }),
    () => this.block(this.count % 3, 'x'.repeat(900)),
    () => this.block(this.count % 3, 'Short'),
    () => this.block(this.count % 3, 'Short', 'user-rejected'),
    () => this.shell(`curl ${this.count % 3}`, {}),
    () => this.shell(`curl ${this.count % 3}`, 'Error: Exit code 7'),
  ];

  /** A call that auto mode blocks, as the client writes it; perhaps with others in one message. */
  private block(which: number, content: string, kind = 'automode-blocked'): void {
    this.use('Bash', { command: `curl ${which}` });
    const id = this.uses.pop();
    const reasonCode = 'classifier:auto-mode';
    const permissionDecision = { decision: 'reject', source: 'config', reasonCode };
    const block = { type: 'tool_result', content, is_error: true, tool_use_id: id };
    this.user([block], { toolDenialKind: kind, permissionDecision });
  }

  private changed(...changedFiles: readonly unknown[]): Fields {
    return { bashEditDiff: { files: [], moreFiles: changedFiles.length, changedFiles } };
  }
  private many(): readonly string[] {
    return Array.from({ length: 250 }, (_, index) => `/many/${this.count % 7}/${index}`);
  }

  private lastShell = 'none';

  private notification(): string {
    const status = this.count % 3 === 0 ? 'failed' : 'completed';
    return `<task-notification>\n<task-id>${this.lastShell}</task-id>\n<status>${status}</status>`;
  }
  /** A command that runs at once. */
  private shell(command: string, details: Fields | string): void {
    this.use('Bash', { command });
    const id = this.uses.pop();
    const toolUseResult = typeof details === 'string' ? details : { stdout: 'So', ...details };
    const is_error = typeof details === 'string';
    this.result({ tool_use_id: id, is_error }, { toolUseResult });
  }
  private behind(command: string): void {
    this.lastShell = `b${this.next()}`;
    this.use('Bash', { command, run_in_background: true });
    const toolUseResult = { backgroundTaskId: this.lastShell };
    this.result({ tool_use_id: this.uses.pop() }, { toolUseResult });
  }
  private link(number: number): void {
    const prUrl = `https://github.com/dev/proj/pull/${number}`;
    const head = { type: 'pr-link', sessionId: 's', prNumber: number, prUrl };
    this.put({ ...head, prRepository: 'dev/proj', timestamp: this.time() });
  }

  private next(): number {
    return (this.count += 1);
  }
  private time(): string {
    return new Date(Date.UTC(2026, 5, 10) + 1_000 * this.next()).toISOString();
  }
  private put(line: Fields): void {
    this.lines.push(JSON.stringify(line));
  }
  private common(): Fields {
    return {
      uuid: `u${this.next()}`,
      timestamp: this.time(),
      cwd: '/home/dev/ü',
      sessionId: 's',
      version: '2.1.329',
      gitBranch: 'main',
    };
  }
  /** What was called before has no result any more. */
  private prompt(content: unknown, more: Fields = {}): void {
    this.uses = [];
    this.user(content, more);
  }
  private user(content: unknown, more: Fields = {}): void {
    const head = { parentUuid: 'p', isSidechain: false, type: 'user' };
    this.put({ ...head, message: { role: 'user', content }, ...this.common(), ...more });
  }
  private attach(attachment: Fields): void {
    const head = { parentUuid: 'p', isSidechain: false, attachment, type: 'attachment' };
    this.put({ ...head, ...this.common() });
  }
  private system(more: Fields): void {
    this.put({ parentUuid: 'p', isSidechain: false, type: 'system', ...more, ...this.common() });
  }
  private answer(content: unknown, more: Fields = {}): void {
    const id = this.next();
    const { model } = this;
    const usage = { input_tokens: id, output_tokens: 5, cache_read_input_tokens: 7 };
    const message = { model, id: `m${id}`, type: 'message', role: 'assistant', content };
    const rest = { stop_reason: 'end_turn', stop_sequence: null, usage };
    const head = { parentUuid: 'p', isSidechain: false, message: { ...message, ...rest } };
    // A field that answers alone have.
    const entrypoint = `e${id}`;
    this.put({ ...head, requestId: 'r', type: 'assistant', ...this.common(), entrypoint, ...more });
  }
  private fail(): void {
    this.uses = [];
    const content = [{ type: 'text', text: 'API Error' }];
    const message = { id: 'm', model: '<synthetic>', role: 'assistant', content };
    const head = { parentUuid: 'p', isSidechain: false, type: 'assistant', ...this.common() };
    this.put({ ...head, message, error: 'overloaded', isApiErrorMessage: true });
  }
  private endTurn(): void {
    this.reply([{ type: 'text', text: 'Done.' }]);
    this.system({ subtype: 'turn_duration', durationMs: 5 });
  }
  /** Every call has its result before the agent goes on. */
  private reply(content: unknown): void {
    while (this.uses.length > 0) this.result({});
    this.answer(content);
  }
  private use(name: string, input: Fields, more: Fields = {}): void {
    const id = `toolu_${this.next()}`;
    this.uses.push(id);
    const use = { type: 'tool_use', id, name, input };
    this.answer(this.count % 2 === 0 ? [use] : [{ type: 'text', text: 'So:' }, use], more);
  }
  private result(block: Fields, more: Fields = {}): void {
    const id = 'tool_use_id' in block ? undefined : (this.uses.shift() ?? 'toolu_none');
    this.user([{ tool_use_id: id, type: 'tool_result', content: 'Done', ...block }], more);
  }
}

const shared = new WalkBuffer();

describe('TranscriptScan of lines of any kind and order', function () {
  this.timeout(60_000);
  let root: string;
  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'mc-scan-'));
  });
  after(() => fs.rmSync(root, { recursive: true }));

  function parsed(of: FoldSubject, file: number, to: number): TranscriptFold {
    let reading = newFold(of);
    drained(
      walkLines(file, 0, to, shared, 'all', (row) => {
        const line = parseTranscriptEntry(row.text());
        if (line !== undefined) reading = withEntry(reading, of, line);
      }),
    );
    return reading;
  }

  for (const agentId of [undefined, 'a1']) {
    it(`sees ${agentId === undefined ? 'of a session' : 'of a subagent'} what parsing every line sees, from the start and from anywhere`, () => {
      const of: FoldSubject = { path: path.join(root, 'one.jsonl'), sessionId: 's', agentId };
      const kinds = fc.array(fc.nat({ max: 76 }), { minLength: 1, maxLength: 40 });
      fc.assert(
        fc.property(kinds, fc.nat({ max: 40 }), (chosen, cut) => {
          const writer = new Writer();
          let from = 0;
          for (const [index, kind] of [0, 8, ...chosen].entries()) {
            if (index === cut) from = Buffer.byteLength(writer.text);
            writer.write(kind);
          }
          fs.writeFileSync(of.path, writer.text);
          const file = fs.openSync(of.path, 'r');
          try {
            const { size } = fs.fstatSync(file);
            const expected = comparable(parsed(of, file, size));
            for (const start of new Set([0, from])) {
              const scan = new QuickFold(of, parsed(of, file, start), start);
              const { reading, offset } = drained(scan.read(file, start, size, shared));
              assert.equal(offset, size);
              assert.deepEqual(comparable(reading), expected, `from ${start}`);
            }
          } finally {
            fs.closeSync(file);
          }
        }),
        // A call that was open, its result and the end of its turn in what came since; a switched model.
        {
          numRuns: 600,
          seed: 3,
          examples: [
            [[11, 22, 23, 18], 3],
            [[25, 22, 0], 0],
          ],
        },
      );
    });
  }
});
