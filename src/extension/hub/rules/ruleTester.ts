import { toolName } from '../../../shared/agents/tools';
import type { SessionView, Signal } from '../../../shared/api/missionControl';
import { projectName } from '../../../shared/text/projectName';
import type { LabelTest, RulesReport, RulesTest } from '../../../shared/protocol/layers/ruleReport';
import type { SignalFact } from '../domain/facts/signals';
import type { CallMatcher } from './callMatcher';
import { evaluateLabelRule } from './labelRules';
import { appliesTo } from './offeredRules';
import type { RuleBook } from './ruleBook';
import { labelRuleName } from './ruleNames';
import { matchForTest, type TestSubject, type Trial } from './ruleTrial';
import { boundedCommand, boundedInput, boundedOutput, type FinishedCall } from './toolCall';

/** The client's text before the output of a failed command. */
const failedStart = /^(?:Error: )?Exit code [1-9]/;

/** Reports the result of each rule, or why it does not match. */
export class RuleTester {
  constructor(
    private readonly book: RuleBook,
    private readonly home: string,
  ) {}

  /**
   * Tests the rules on a session of the board; `viewOf` is called after all of the session's
   * transcripts were matched.
   */
  async ofSession(
    { sessionId, projectPath }: Pick<SessionView, 'sessionId' | 'projectPath'>,
    viewOf: () => SessionView,
  ): Promise<RulesReport> {
    const { matches } = this.book;
    await matches.whenMatched(sessionId);
    return this.report(matches.subjectsOf(sessionId), viewOf, projectPath);
  }

  /** Tests the rules on an idle session in the folder whose only call is the pasted command. */
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
    return this.report(call, ({ found }) => pastedView(folder, found), folder);
  }

  private async report(
    subject: TestSubject,
    viewOf: (trial: Trial) => SessionView,
    projectPath: string,
  ): Promise<RulesReport> {
    const originOf = ({ rule }: CallMatcher): string | undefined => {
      const set = this.book.sets[rule.set];
      return set !== undefined && appliesTo(set, projectPath) ? set.origin : undefined;
    };
    const matchers = this.book.matchers.filter((one) => originOf(one) !== undefined);
    const origins = matchers.map(originOf);
    const trial = await matchForTest(matchers, subject);
    const view = viewOf(trial);
    return {
      signals: trial.tests.map((test, index) => ({ origin: origins[index] ?? '', ...test })),
      labels: this.labelTests(view),
      state: view.core.state,
      project: view.projectPath,
      kinds: [...new Set(view.signals.map(({ kind }) => kind))],
    };
  }

  private labelTests(view: SessionView): LabelTest[] {
    let isLabelled = false;
    return this.book.sets.flatMap((set) => {
      if (!appliesTo(set, view.projectPath)) return [];
      return set.rules.labels.map((rule, index): LabelTest => {
        const verdict = evaluateLabelRule(rule, view, this.home);
        const named = { origin: set.origin, rule: labelRuleName(rule, index) };
        if ('condition' in verdict) {
          return { ...named, failed: verdict, badges: [], unknown: [], noLinks: [], late: false };
        }
        const { label, signal, unknown, noLinks } = verdict;
        const late = isLabelled && label.label !== undefined;
        isLabelled ||= label.label !== undefined;
        const evidence = signal && this.book.evidenceOf(view.sessionId, signal);
        return {
          ...named,
          ...(label.label !== undefined && { label: ruleText(label.label) }),
          ...(label.detail !== undefined && { detail: ruleText(label.detail) }),
          badges: (label.badges ?? []).map(({ text, href }) => ({
            text: ruleText(text),
            ...(href !== undefined && { href }),
          })),
          unknown: [...unknown],
          noLinks: [...noLinks],
          late,
          ...(evidence !== undefined &&
            signal && { because: { text: evidence.text, at: signal.at } }),
        };
      });
    });
  }
}

/** Converts a signal to the form that label rules receive. */
export function apiSignal({ kind, at, turn, ok, data }: SignalFact): Signal {
  return { kind, at: new Date(at).toISOString(), turn, ...(ok !== undefined && { ok }), data };
}

/** Returns the view of an idle session with only these signals. */
function pastedView(folder: string, found: readonly SignalFact[]): SessionView {
  return {
    sessionId: '',
    title: '',
    projectPath: folder,
    projectName: projectName(folder),
    core: { group: 'delivered', state: 'idle', since: new Date().toISOString() },
    turn: 1,
    signals: found.map(apiSignal),
    pullRequests: [],
  };
}

/** Returns the untranslated text of a rule. */
function ruleText(text: string | { readonly message: string }): string {
  return typeof text === 'string' ? text : text.message;
}
