import { createHash } from 'node:crypto';
import { toolName } from '../../../shared/agents/tools';
import type { SessionView, Signal } from '../../../shared/api/missionControl';
import type { RuleSet, SignalRule } from '../../../shared/protocol/layers/rules';
import { Emitter } from '../../util/emitter';
import type { Log } from '../../util/log';
import type { SourcedLabel } from '../layers/layerSources';
import { newestSignals, type SignalFact } from '../domain/facts/signals';
import { evaluateLabelRule } from './labelRules';
import { appliesTo, type AppliedSet } from './offeredRules';
import { labelRuleName, signalRuleName } from './ruleNames';
import { CallMatcher } from './callMatcher';
import type { FoundSignal, MatchedRule } from './matchedRule';
import type { RuleMatches } from './ruleMatches';
import type { MatcherSet } from './setMatches';

/**
 * Increment when the same rules would find different signals in the same calls: cached findings are
 * then matched again.
 */
const matchVersion = 1;

export interface RuleBookParts {
  readonly matches: RuleMatches;
  readonly log: Log;
  /** Path of a session's project; undefined if it is unknown. */
  readonly projectOf: (sessionId: string) => string | undefined;
  readonly home: string;
}

/**
 * Signals with the rule sets that found them. Findings of former sets remain until the current sets
 * have matched all transcripts.
 */
interface Found {
  readonly by: readonly AppliedSet[];
  readonly sets: ReadonlyMap<number, readonly FoundSignal[]>;
}

/** Holds the rules of all origins, their signals and their labels. */
export class RuleBook {
  /** One matcher for each signal rule. */
  matchers: readonly CallMatcher[] = [];
  private current: readonly AppliedSet[] = [];
  private keys: readonly string[] = [];
  private readonly found = new Map<string, Found>();
  private readonly changes = new Emitter<string | undefined>();
  /**
   * Fires with the id of a session whose labels or signals changed; undefined means all sessions.
   */
  readonly onDidChange = this.changes.event;

  constructor(private readonly parts: RuleBookParts) {
    this.matches.onDidFind(({ sessionId, sets }) => this.setFindings(sessionId, sets));
  }

  get matches(): RuleMatches {
    return this.parts.matches;
  }

  get sets(): readonly AppliedSet[] {
    return this.current;
  }

  /** Replaces the rules. Only sets with changed signal rules are matched with transcripts again. */
  set(sets: readonly AppliedSet[]): void {
    this.current = sets;
    this.matchers = this.matchersIn(sets);
    const keys = sets.map(({ rules }) => keyOf(rules));
    if (keys.join() === this.keys.join()) {
      for (const [sessionId, { sets: found }] of this.found) {
        this.found.set(sessionId, { by: sets, sets: found });
      }
    } else {
      this.keys = keys;
      if (this.matchers.length === 0) this.found.clear();
      this.matches.setRules(this.matcherSets());
    }
    this.changes.fire(undefined);
  }

  delete(sessionId: string): void {
    this.found.delete(sessionId);
    this.matches.forget(sessionId);
  }

  /**
   * Returns the newest signals of a session. A newer signal does not replace an older one, since
   * only the user knows which of them have the same subject.
   */
  signalsOf(sessionId: string): readonly SignalFact[] {
    const signals: SignalFact[] = [];
    for (const { by: _, ...signal } of this.foundIn(sessionId)) signals.push(signal);
    return newestSignals(signals);
  }

  /**
   * Returns the labels of all matching rules. Only the first label with a text is complete; later
   * ones contribute only their badges.
   */
  labelsFor(view: SessionView): readonly SourcedLabel[] {
    const labels: SourcedLabel[] = [];
    let isLabelled = false;
    for (const set of this.current) {
      if (!appliesTo(set, view.projectPath)) continue;
      for (const [index, rule] of set.rules.labels.entries()) {
        const verdict = evaluateLabelRule(rule, view, this.parts.home);
        if ('condition' in verdict) continue;
        const { label, signal } = verdict;
        const { badges } = label;
        const hasEarlierText = isLabelled && label.label !== undefined;
        isLabelled ||= label.label !== undefined;
        if (hasEarlierText && badges === undefined) continue;
        labels.push({
          layer: isOwn(set) ? 'rules' : set.origin,
          rule: labelRuleName(rule, index),
          label: hasEarlierText && badges !== undefined ? { badges } : label,
          because: signal && this.evidenceOf(view.sessionId, signal),
        });
      }
    }
    return labels;
  }

  /**
   * Returns the evidence for a signal: the matched text of a call, or the signal's kind if no rule
   * found it.
   */
  evidenceOf(sessionId: string, { kind, at }: Signal): NonNullable<SourcedLabel['because']> {
    const time = Date.parse(at);
    const own = this.foundIn(sessionId).find((one) => one.kind === kind && one.at === time);
    return { text: own === undefined ? kind : `matched \`${own.by}\``, at: time };
  }

  dispose(): void {
    this.changes.dispose();
  }

  private foundIn(sessionId: string): readonly FoundSignal[] {
    const found = this.found.get(sessionId);
    if (found === undefined || found.sets.size === 0) return [];
    const project = this.parts.projectOf(sessionId) ?? '';
    return [...found.sets].flatMap(([index, signals]) => {
      const set = found.by[index];
      return set !== undefined && appliesTo(set, project) ? signals : [];
    });
  }

  private setFindings(sessionId: string, sets: Found['sets']): void {
    const before = this.found.get(sessionId)?.sets.size ?? 0;
    this.found.set(sessionId, { by: this.current, sets });
    if (before + sets.size > 0) this.changes.fire(sessionId);
  }

  private matchersIn(sets: readonly AppliedSet[]): readonly CallMatcher[] {
    const matchers: CallMatcher[] = [];
    for (const [set, { origin, rules }] of sets.entries()) {
      for (const [index, rule] of rules.signals.entries()) {
        const name = signalRuleName(rule, index);
        try {
          matchers.push(new CallMatcher({ id: matchers.length, set, name, ...partsOf(rule) }));
        } catch (error) {
          // Windows check expressions before they offer rules, but a window of a different version
          // may accept others.
          this.parts.log.warn(
            `The signal rule “${name}” (${origin}) does not count: ${String(error)}`,
          );
        }
      }
    }
    return matchers;
  }

  private matcherSets(): readonly MatcherSet[] {
    return this.keys.flatMap((key, number) => {
      const matchers = this.matchers.filter(({ rule }) => rule.set === number);
      return matchers.length === 0 ? [] : [{ number, key, matchers }];
    });
  }
}

/** True for rules from the user's or a workspace's settings. */
function isOwn({ origin }: AppliedSet): boolean {
  return origin === 'user' || origin === 'workspace';
}

/** Returns a digest of signal rules that does not depend on their names. */
function keyOf({ signals }: RuleSet): string {
  const text = JSON.stringify([matchVersion, signals.map(partsOf)]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function partsOf({
  kind,
  tool,
  command,
  input,
  output,
  ok,
}: SignalRule): Omit<MatchedRule, 'id' | 'set' | 'name'> {
  const tools = tool === undefined ? [toolName('shell')] : typeof tool === 'string' ? [tool] : tool;
  return { kind, tools, command, input, output, ok };
}
