import { toolName } from '../../../shared/agents/tools';
import type { SessionView } from '../../../shared/api/missionControl';
import { projectName } from '../../../shared/text/projectName';
import type {
  LabelTest,
  RulesReport,
  RulesTest,
  SignalTest,
} from '../../../shared/protocol/layers/ruleReport';
import { verdictOf } from './labelRules';
import { isFor } from './offeredRules';
import type { RuleBook } from './ruleBook';
import { labelRuleName } from './ruleNames';
import type { RuleTest, TestResult, TestSubject } from './matchedRule';
import { tryRules } from './ruleTrial';
import { boundedCommand, boundedInput, boundedOutput, type FinishedCall } from './toolCall';

/** The words of the client before the output of a command that failed. */
const failedStart = /^(?:Error: )?Exit code [1-9]/;

/** Tells of each rule what it says, or why it says nothing. */
export class RuleTester {
  constructor(
    private readonly book: RuleBook,
    private readonly home: string,
  ) {}

  /** Reports on a session of the board; `viewOf` is called once the rules have read all of its transcripts. */
  async ofSession(
    { sessionId, projectPath }: Pick<SessionView, 'sessionId' | 'projectPath'>,
    viewOf: () => SessionView,
  ): Promise<RulesReport> {
    const { matches } = this.book;
    await matches.settled(sessionId);
    return this.report(matches.subjectsOf(sessionId), viewOf, projectPath);
  }

  /** Of a session at rest in that folder that has done nothing but this command. */
  ofPasted({
    command,
    output,
    folder = '',
  }: NonNullable<RulesTest['pasted']>): Promise<RulesReport> {
    const input = { command };
    const call: FinishedCall = {
      tool: toolName('shell'),
      command: boundedCommand(input),
      input: boundedInput(input),
      output: boundedOutput(output),
      ok: !failedStart.test(output),
      at: Date.now(),
      turn: 1,
    };
    return this.report(call, (result) => this.pastedView(folder, result), folder);
  }

  private async report(
    subject: TestSubject,
    viewOf: (result: TestResult) => SessionView,
    projectPath: string,
  ): Promise<RulesReport> {
    const result = await tryRules(this.book.matchers, subject);
    const view = viewOf(result);
    return {
      signals: this.signalTests(result, projectPath),
      labels: this.labelTests(view),
      state: view.core.state,
      project: view.projectPath,
      kinds: [...new Set(view.signals.map(({ kind }) => kind))],
    };
  }

  private pastedView(folder: string, { found }: TestResult): SessionView {
    const signals = found.flatMap(({ kind, at, turn, ok, data, rule }) =>
      this.isRuleFor(rule, folder)
        ? [{ kind, at: new Date(at).toISOString(), turn, ...(ok !== undefined && { ok }), data }]
        : [],
    );
    return {
      sessionId: '',
      title: '',
      projectPath: folder,
      projectName: projectName(folder),
      core: { group: 'delivered', state: 'idle', since: new Date().toISOString() },
      turn: 1,
      signals,
      pullRequests: [],
    };
  }

  private signalTests(result: TestResult, projectPath: string): SignalTest[] {
    const { matchers, sets } = this.book;
    return matchers.flatMap(({ rule }): readonly SignalTest[] => {
      const { id, name, kind, tools } = rule;
      if (!this.isRuleFor(id, projectPath)) return [];
      const test = result.rules.find((one) => one.rule === id);
      const { calls = 0, matched = 0, last } = test ?? {};
      const nearest = matched === 0 ? test?.nearest : undefined;
      const expected = nearest === undefined ? undefined : rule[nearest.failed];
      return [
        {
          origin: sets[rule.set]?.origin ?? '',
          rule: name,
          kind,
          tools: [...tools],
          calls,
          matched,
          ...(last !== undefined && { last: timed(last) }),
          ...(nearest !== undefined && { nearest: timed(nearest) }),
          ...(expected !== undefined && { expected: String(expected) }),
        },
      ];
    });
  }

  private labelTests(view: SessionView): LabelTest[] {
    let isLabelled = false;
    return this.book.sets.flatMap((set) => {
      if (!isFor(set, view.projectPath)) return [];
      return set.rules.labels.map((rule, index): LabelTest => {
        const verdict = verdictOf(rule, view, this.home);
        const named = { origin: set.origin, rule: labelRuleName(rule, index) };
        if ('condition' in verdict) {
          return { ...named, failed: verdict, badges: [], unknown: [], noLinks: [], late: false };
        }
        const { label, signal, unknown, noLinks } = verdict;
        const late = isLabelled && label.label !== undefined;
        isLabelled ||= label.label !== undefined;
        const proof = signal && this.book.proofOf(view.sessionId, signal);
        return {
          ...named,
          ...(label.label !== undefined && { label: said(label.label) }),
          ...(label.detail !== undefined && { detail: said(label.detail) }),
          badges: (label.badges ?? []).map(({ text, href }) => ({
            text: said(text),
            ...(href !== undefined && { href }),
          })),
          unknown: [...unknown],
          noLinks: [...noLinks],
          late,
          ...(proof !== undefined && signal && { because: { text: proof.text, at: signal.at } }),
        };
      });
    });
  }

  private isRuleFor(id: number, projectPath: string): boolean {
    const matcher = this.book.matchers.find(({ rule }) => rule.id === id);
    const set = matcher && this.book.sets[matcher.rule.set];
    return set !== undefined && isFor(set, projectPath);
  }
}

/** Rules say texts that are their own in every language. */
function said(text: string | { readonly message: string }): string {
  return typeof text === 'string' ? text : text.message;
}

function timed<Note extends NonNullable<RuleTest['last'] | RuleTest['nearest']>>({
  at,
  ...note
}: Note): Omit<Note, 'at'> & { at: string } {
  return { ...note, at: new Date(at).toISOString() };
}
