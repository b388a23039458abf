import { toolName } from '../../../shared/agents/tools';
import type { SessionView, Signal } from '../../../shared/api/missionControl';
import type { SignalRule } from '../../../shared/protocol/layers/rules';
import { Emitter } from '../../util/emitter';
import type { Log } from '../../util/log';
import { expressionFault } from '../../util/ruleExpression';
import type { Saying } from '../layers/layerSources';
import { inOrder, type SignalFact } from '../domain/facts/signals';
import { verdictOf } from './labelRules';
import { isFor, type AppliedSet } from './offeredRules';
import { labelRuleName, signalRuleName } from './ruleNames';
import { RuleThread } from './ruleThread';
import type { FoundSignal, ThreadRule } from './threadMessages';

export interface RuleBookParts {
  /** The bundle of the thread. */
  readonly script: string;
  readonly log: Log;
  /** Path of a session's project; undefined while it is not known. */
  readonly projectOf: (sessionId: string) => string | undefined;
  readonly home: string;
}

/** Signals as they were found, by the sets that they were found with. */
interface Found {
  readonly by: readonly AppliedSet[];
  readonly sets: ReadonlyMap<number, readonly FoundSignal[]>;
}

/** Joins the rules of all origins with what they found and what they say. */
export class RuleBook {
  readonly thread: RuleThread;
  private current: readonly AppliedSet[] = [];
  private rules: readonly (ThreadRule & { readonly name: string })[] = [];
  private readonly found = new Map<string, Found>();
  private readonly changes = new Emitter<string | undefined>();
  /** The id of a session of which the rules say something else now; undefined means all. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly parts: RuleBookParts) {
    const { script, log } = parts;
    this.thread = new RuleThread({
      script,
      log,
      onFound: (sessionId, sets) => this.take(sessionId, sets),
      onRest: () => this.dropStale(),
    });
  }

  get sets(): readonly AppliedSet[] {
    return this.current;
  }

  get signalRules(): RuleBook['rules'] {
    return this.rules;
  }

  /** Transcripts are matched anew where the signal rules are others. */
  set(sets: readonly AppliedSet[]): void {
    this.current = sets;
    const rules = this.rulesIn(sets);
    if (JSON.stringify(rules) !== JSON.stringify(this.rules)) {
      this.rules = rules;
      this.thread.setRules(rules);
      if (rules.length === 0) this.found.clear();
    } else {
      for (const [sessionId, { sets: found }] of this.found) {
        this.found.set(sessionId, { by: sets, sets: found });
      }
    }
    this.changes.fire(undefined);
  }

  forget(sessionId: string): void {
    this.found.delete(sessionId);
    this.thread.forget(sessionId);
  }

  /** The last ones; each counts, as nobody but the person knows which of them are about the same thing. */
  signalsOf(sessionId: string): readonly SignalFact[] {
    const signals: SignalFact[] = [];
    for (const { by: _, ...signal } of this.foundIn(sessionId)) signals.push(signal);
    return inOrder(signals);
  }

  /** One for each rule that holds; of labels only the first one's. */
  sayingsOf(view: SessionView): readonly Saying[] {
    const sayings: Saying[] = [];
    let isLabelled = false;
    for (const set of this.current) {
      if (!isFor(set, view.projectPath)) continue;
      for (const [index, rule] of set.rules.labels.entries()) {
        const verdict = verdictOf(rule, view, this.parts.home);
        if ('condition' in verdict) continue;
        const { label, signal } = verdict;
        const { badges } = label;
        const isLate = isLabelled && label.label !== undefined;
        isLabelled ||= label.label !== undefined;
        if (isLate && badges === undefined) continue;
        sayings.push({
          layer: isOwn(set) ? 'rules' : set.origin,
          rule: labelRuleName(rule, index),
          label: isLate && badges !== undefined ? { badges } : label,
          because: signal && this.proofOf(view.sessionId, signal),
        });
      }
    }
    return sayings;
  }

  /** The words of the call that made a signal, or the kind of one that is not of the rules. */
  proofOf(sessionId: string, { kind, at }: Signal): NonNullable<Saying['because']> {
    const time = Date.parse(at);
    const own = this.foundIn(sessionId).find((one) => one.kind === kind && one.at === time);
    return { text: own === undefined ? kind : `matched \`${own.by}\``, at: time };
  }

  async close(): Promise<void> {
    await this.thread.close();
    this.changes.dispose();
  }

  private foundIn(sessionId: string): readonly FoundSignal[] {
    const found = this.found.get(sessionId);
    if (found === undefined || found.sets.size === 0) return [];
    const project = this.parts.projectOf(sessionId) ?? '';
    return [...found.sets].flatMap(([index, signals]) => {
      const set = found.by[index];
      return set !== undefined && isFor(set, project) ? signals : [];
    });
  }

  private take(sessionId: string, sets: Found['sets']): void {
    const before = this.found.get(sessionId)?.sets.size ?? 0;
    this.found.set(sessionId, { by: this.current, sets });
    if (before + sets.size > 0) this.changes.fire(sessionId);
  }

  /** Windows check expressions before they offer rules; one of another version may know other expressions. */
  private rulesIn(sets: readonly AppliedSet[]): RuleBook['rules'] {
    const all = sets.flatMap(({ origin, rules }, set) =>
      rules.signals.flatMap((rule, index) => {
        const name = signalRuleName(rule, index);
        const parts = partsOf(rule);
        const isGood = [parts.command, parts.input, parts.output].every(
          (pattern) => pattern === undefined || expressionFault(pattern) === undefined,
        );
        if (isGood) return { set, name, ...parts };
        this.parts.log.warn(`The signal rule “${name}” (${origin}) has an expression that is none`);
        return [];
      }),
    );
    return all.map((rule, id) => ({ id, ...rule }));
  }

  /** Findings of former rules stand until the present ones have seen everything. */
  private dropStale(): void {
    for (const [sessionId, { by }] of this.found) {
      if (by === this.current) continue;
      this.found.delete(sessionId);
      this.changes.fire(sessionId);
    }
  }
}

/** Rules of the person, in the settings of the editor or of a workspace. */
function isOwn({ origin }: AppliedSet): boolean {
  return origin === 'user' || origin === 'workspace';
}

function partsOf({
  kind,
  tool,
  command,
  input,
  output,
  ok,
}: SignalRule): Omit<ThreadRule, 'id' | 'set'> {
  const tools = tool === undefined ? [toolName('shell')] : typeof tool === 'string' ? [tool] : tool;
  return { kind, tools, command, input, output, ok };
}
