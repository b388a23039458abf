import type { Layer, SessionView } from '../../../shared/api/missionControl';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Log } from '../../util/log';
import type { CardPart } from '../domain/card/cardPart';
import { sessionView } from '../domain/card/sessionView';
import { deliveredView, type DeliveredView } from '../domain/outcome/delivered';
import type { SessionFacts } from '../domain/facts/session';
import type { SignalFact } from '../domain/facts/signals';
import { composeDisplay } from './display';
import { LayerGuard } from './layerGuard';
import type { LabelSource, PullSource, RuleSource, SourcedLabel } from './layerSources';
import { outcomeOf } from '../domain/outcome/outcome';
import { isAtRest } from './rest';

export interface OutcomesParts {
  /** The shipped layers that apply to a session, in order. */
  readonly layersFor: (view: SessionView) => readonly Layer[];
  readonly rules?: RuleSource | undefined;
  readonly labels?: LabelSource | undefined;
  readonly pulls?: PullSource | undefined;
  readonly log: Log;
}

type OutcomeFields = Pick<LiveSession, 'display' | 'outcome'>;

interface CachedOutcome {
  readonly inputs: readonly unknown[];
  readonly fields: OutcomeFields;
  readonly session: LiveSession;
  readonly facts: SessionFacts;
}

/**
 * Derives `display` and `outcome` of cards. Labels of rules precede those that extensions push,
 * which precede the shipped layers. The result is cached until one of its inputs changes.
 */
export class Outcomes implements CardPart {
  private readonly cached = new Map<string, CachedOutcome>();
  private readonly guard: LayerGuard;

  constructor(private readonly parts: OutcomesParts) {
    this.guard = new LayerGuard(parts.log);
  }

  fieldsOf(session: LiveSession, facts: SessionFacts): OutcomeFields {
    const inputs = inputsOf(session, facts);
    const cached = this.cached.get(session.sessionId);
    const isSame = cached?.inputs.every((part, index) => Object.is(part, inputs[index])) === true;
    const fields = isSame ? cached.fields : this.deriveFields(session, facts);
    this.cached.set(session.sessionId, { inputs, fields, session, facts });
    return fields;
  }

  /**
   * Returns the view of a session that layers receive; undefined for a session that is not on the
   * board.
   */
  viewOf(sessionId: string): SessionView | undefined {
    const cached = this.cached.get(sessionId);
    return (
      cached && sessionView(cached.session, cached.facts, this.deliveredOf(sessionId, cached.facts))
    );
  }

  /**
   * Clears the cached result of a session after a source changed; without an id, those of all
   * sessions. The caller must refresh the cards.
   */
  invalidate(sessionId?: string): void {
    if (sessionId !== undefined) {
      this.cached.delete(sessionId);
      return;
    }
    this.cached.clear();
    this.guard.reset();
  }

  private deriveFields(session: LiveSession, facts: SessionFacts): OutcomeFields {
    const delivered = this.deliveredOf(session.sessionId, facts);
    const view = sessionView(session, facts, delivered);
    const rests = isAtRest(session.agentState.state) && session.pendingRequest === undefined;
    const display = this.composeWithoutFaulty(this.labelsFor(view), rests);
    const outcome = outcomeOf(delivered);
    return {
      ...(display !== undefined && { display }),
      ...(outcome !== undefined && { outcome }),
    };
  }

  private deliveredOf(sessionId: string, facts: SessionFacts): DeliveredView {
    const { pulls } = this.parts;
    return deliveredView(facts, {
      signals: this.ruleSignals(sessionId),
      stateOf: (url) => this.guard.run('pulls', () => pulls?.stateOf(url)),
    });
  }

  private ruleSignals(sessionId: string): readonly SignalFact[] {
    return this.guard.run('rules', () => this.parts.rules?.signalsOf(sessionId)) ?? [];
  }

  private labelsFor(view: SessionView): readonly SourcedLabel[] {
    const { rules, labels, layersFor } = this.parts;
    const all = [
      this.guard.run('rules', () => rules?.labelsFor(view)) ?? [],
      this.guard.run('labels', () => labels?.labelsFor(view)) ?? [],
    ].flat();
    for (const layer of layersFor(view)) {
      const label = this.guard.run(layer.id, () => layer.interpret(view));
      if (label !== undefined) all.push({ layer: layer.id, label });
    }
    return all;
  }

  /** Combines labels; a label that makes the combination throw is left out. */
  private composeWithoutFaulty(
    labels: readonly SourcedLabel[],
    rests: boolean,
  ): LiveSession['display'] {
    try {
      return composeDisplay(labels, rests);
    } catch {
      const readable = labels.filter(
        (one) => this.guard.run(one.layer, () => composeDisplay([one], rests)) !== undefined,
      );
      return composeDisplay(readable, rests);
    }
  }
}

/**
 * Returns the values of the session itself on which its display and outcome depend, for comparison
 * by identity.
 */
function inputsOf(session: LiveSession, facts: SessionFacts): readonly unknown[] {
  const { title, projectPath, agentState, stateSince, tasks, pendingRequest } = session;
  const { transcript, subagentFiles, repository } = facts;
  return [
    agentState.state,
    agentState.group,
    stateSince,
    pendingRequest === undefined,
    title,
    projectPath,
    tasks?.completed,
    tasks?.total,
    transcript?.signals,
    transcript?.changes,
    transcript?.turns,
    subagentFiles.size === 0 ? undefined : subagentFiles,
    repository,
  ];
}
