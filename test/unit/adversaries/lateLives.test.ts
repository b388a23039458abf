import assert from 'node:assert/strict';
import type { HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import type { TranscriptEntry } from '../../../src/extension/hub/domain/facts/transcriptEntry';
import { aRequest, aTool, start, Story } from '../../support/hub/story';
import { Random } from '../../support/random';

/** One report of a source: its time, ms after the start, and its largest delay, in ms. */
interface Report {
  readonly at: number;
  readonly latest: number;
  readonly tell: (story: Story) => void;
}

const command = { command: 'touch made' };
/** Largest delay, in ms, of a hook that the client does not wait for. */
const latest = 1_500;

/** A session of some turns, as reported by its hooks and, if `isWritten`, its transcript. */
class Life {
  readonly reports: Report[] = [];
  private now = 0;

  constructor(
    private readonly random: Random,
    private readonly isWritten: boolean,
  ) {
    this.hook('SessionStart', { source: 'startup' });
    const turns = random.between(1, 3);
    for (let turn = 1; turn <= turns; turn += 1) this.addTurn(`p${turn}`);
  }

  private addTurn(promptId: string): void {
    this.pass(3_000, 8_000);
    this.hook('UserPromptSubmit', { prompt: `Go ${promptId}`, prompt_id: promptId });
    this.line({ kind: 'prompt', text: `Go ${promptId}`, human: true });
    const calls = this.random.between(0, 3);
    for (let call = 0; call < calls; call += 1) this.addCall(promptId, `toolu_${promptId}_${call}`);
    this.pass(300, 3_000);
    this.line({ kind: 'assistant', text: 'Done.', toolUses: [], stopReason: 'end_turn' });
    this.hook('Stop', { prompt_id: promptId, last_assistant_message: 'Done.' }, 0);
  }

  private addCall(promptId: string, id: string): void {
    this.pass(200, 3_000);
    const called = aTool('Bash', command, { prompt_id: promptId, tool_use_id: id });
    const toolUses = [{ id, name: 'Bash', input: command }];
    this.line({ kind: 'assistant', toolUses, stopReason: 'tool_use' });
    this.hook('PreToolUse', called);
    // The client waits for this hook, so it is never late.
    if (this.random.next() < 0.3)
      this.hook('PermissionRequest', aRequest('Bash', command, { prompt_id: promptId }), 0);
    this.pass(20, 2_000);
    const hasFailed = this.random.next() < 0.3;
    this.hook(hasFailed ? 'PostToolUseFailure' : 'PostToolUse', called);
    const results = [{ toolUseId: id, isError: hasFailed, rejected: false }];
    this.line({ kind: 'toolResults', results });
    this.hook('PostToolBatch', { prompt_id: promptId, tool_calls: [called] });
  }

  private pass(low: number, high: number): void {
    this.now += this.random.between(low, high);
  }

  private hook(event: string, fields: Partial<HookPayload>, late = latest): void {
    this.now += 5;
    this.reports.push({ at: this.now, latest: late, tell: (story) => story.hook(event, fields) });
  }

  private line(line: TranscriptEntry): void {
    if (!this.isWritten) return;
    this.now += 5;
    this.reports.push({ at: this.now, latest: 0, tell: (story) => story.line(line) });
  }
}

/** State of a session some seconds after its reports have arrived, each with its delay. */
function endOf(life: Life, late: (report: Report) => number): object {
  const story = new Story();
  const came = life.reports.map((report) => ({ ...report, at: report.at + late(report) }));
  for (const { at, tell } of came.toSorted((a, b) => a.at - b.at)) {
    story.now = start + at;
    tell(story);
  }
  const { group, state, label } = story.after(5_000).state;
  const { openTools, pending } = story.facts.hook ?? {};
  return { group, state, label: label.text, openTools, pending };
}

describe('The hooks of a busy machine', () => {
  for (const isWritten of [true, false])
    it(`leave a session at rest, in whatever order they run: ${isWritten ? 'with a transcript' : 'alone'}`, () => {
      for (let seed = 0; seed < 400; seed += 1) {
        const random = new Random(`late hooks ${seed}`);
        const life = new Life(random, isWritten);
        const odd = (report: Report) =>
          report.latest > 0 && random.next() < 0.3 ? random.between(1, report.latest) : 0;
        assert.deepEqual(
          endOf(life, odd),
          endOf(life, () => 0),
          `seed ${seed}`,
        );
      }
    });
});
