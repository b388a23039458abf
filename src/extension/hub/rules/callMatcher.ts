import { expressionLimits, ruleExpression } from '../../../shared/protocol/layers/rules';
import { matchesStars } from './stars';
import type { CallCondition, ThreadRule } from './threadMessages';
import { TimedRun } from './timedRun';
import type { FinishedCall } from './toolCall';

/** Captures that are kept of a match; a longer value is left out, as a part of an address leads elsewhere. */
const keptCaptures = 8;
const captureLength = 300;
const excerptLength = 80;

/** The first condition that failed, or what the expressions captured and the words that matched. */
export type CallMatch =
  | { readonly failed: CallCondition }
  | { readonly data: Readonly<Record<string, string>>; readonly by: string };

interface CompiledRule extends ThreadRule {
  readonly expressions: readonly (readonly [Exclude<CallCondition, 'ok'>, RegExp])[];
  strikes: number;
}

interface Job {
  readonly rule: CompiledRule;
  readonly call: FinishedCall;
  verdict: CallMatch | undefined;
}

/** Matches calls with a person's rules, each within its time; one that takes too long is switched off. */
export class CallMatcher {
  private readonly rules: readonly CompiledRule[];
  private readonly timed = new TimedRun();

  constructor(
    rules: readonly ThreadRule[],
    /** Names the rule that runs to whoever waits for this thread, see `RuleThreadData`. */
    private readonly running: Int32Array,
    private readonly onStruck: (rule: number) => void,
  ) {
    this.rules = rules.map((rule) => ({ ...rule, expressions: expressionsOf(rule), strikes: 0 }));
  }

  /** True where a rule that is not switched off looks at calls of that tool. */
  isLookedAt(tool: string): boolean {
    return this.rules.some((rule) => isOn(rule) && isOf(rule, tool));
  }

  /** Every match of these calls, by the rules' order for each call. */
  match(calls: readonly FinishedCall[]): readonly {
    readonly rule: ThreadRule;
    readonly call: FinishedCall;
    readonly verdict: Extract<CallMatch, { by: string }>;
  }[] {
    const jobs = calls.flatMap((call) =>
      this.rules
        .filter((rule) => isOn(rule) && isOf(rule, call.tool))
        .map((rule): Job => ({ rule, call, verdict: undefined })),
    );
    this.judge(jobs);
    return jobs.flatMap(({ rule, call, verdict }) =>
      verdict !== undefined && 'by' in verdict ? [{ rule, call, verdict }] : [],
    );
  }

  /** A verdict for each call of the rule's tools; undefined where that took too long. */
  verdicts(
    id: number,
    calls: readonly FinishedCall[],
  ): readonly { readonly call: FinishedCall; readonly verdict: CallMatch | undefined }[] {
    const rule = this.rules.find((one) => one.id === id);
    if (rule === undefined) return [];
    const jobs = calls
      .filter(({ tool }) => isOf(rule, tool))
      .map((call): Job => ({ rule, call, verdict: undefined }));
    this.judge(jobs);
    return jobs;
  }

  /** All at once, as one timed run costs more than a match; one by one where that was too long. */
  private judge(jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    const all = this.timed.run(() => {
      for (const job of jobs) this.judgeOne(job);
    });
    this.running[0] = 0;
    if (all) return;
    for (const job of jobs) {
      if (job.verdict !== undefined || !isOn(job.rule)) continue;
      // Once more before it counts: the machine may have been busy with something else.
      const done = this.runOne(job) || this.runOne(job);
      if (!done) this.strike(job.rule);
    }
  }

  private runOne(job: Job): boolean {
    const done = this.timed.run(() => this.judgeOne(job));
    this.running[0] = 0;
    return done;
  }

  private judgeOne(job: Job): void {
    this.running[0] = job.rule.id + 1;
    job.verdict = verdictOn(job.rule, job.call);
  }

  private strike(rule: CompiledRule): void {
    rule.strikes += 1;
    if (!isOn(rule)) this.onStruck(rule.id);
  }
}

function isOn({ strikes }: CompiledRule): boolean {
  return strikes < expressionLimits.strikes;
}

function isOf({ tools }: ThreadRule, tool: string): boolean {
  return tools.some((glob) => matchesStars(glob, tool));
}

function expressionsOf(rule: ThreadRule): CompiledRule['expressions'] {
  return (['command', 'input', 'output'] as const).flatMap((field) => {
    const pattern = rule[field];
    return pattern === undefined ? [] : [[field, ruleExpression(pattern)] as const];
  });
}

function verdictOn({ expressions, ok }: CompiledRule, call: FinishedCall): CallMatch {
  const captured: [string, string][] = [];
  let by: string | undefined;
  for (const [field, expression] of expressions) {
    const match = expression.exec(call[field]);
    if (match === null) return { failed: field };
    by ??= match[0];
    captured.push(...Object.entries(match.groups ?? {}));
  }
  if (ok !== undefined && call.ok !== ok) return { failed: 'ok' };
  const kept = captured.filter(([, value]) => value !== undefined && value.length <= captureLength);
  const said = by?.trim() ?? '';
  return {
    data: Object.fromEntries(kept.slice(0, keptCaptures)),
    by: said === '' ? call.tool : said.slice(0, excerptLength),
  };
}
