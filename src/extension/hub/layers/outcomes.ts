import type { Layer, SessionView } from '../../../shared/api/missionControl';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Log } from '../../util/log';
import type { CardPart } from '../domain/card/cardPart';
import { sessionView } from '../domain/card/sessionView';
import { deliveredBy, type DeliveredView } from '../domain/outcome/delivered';
import type { SessionFacts } from '../domain/facts/session';
import type { SignalFact } from '../domain/facts/signals';
import { displayOf } from './display';
import { LayerGuard } from './layerGuard';
import type { LabelSource, PullSource, RuleSource, Saying } from './layerSources';
import { outcomeOf } from '../domain/outcome/outcome';
import { isAtRest } from './rest';

export interface OutcomesParts {
  /** The shipped layers that say something of a session, in their order. */
  readonly layersFor: (view: SessionView) => readonly Layer[];
  readonly rules?: RuleSource | undefined;
  readonly labels?: LabelSource | undefined;
  readonly pulls?: PullSource | undefined;
  readonly log: Log;
}

type Delivered = Pick<LiveSession, 'display' | 'outcome'>;

interface Kept {
  readonly made: readonly unknown[];
  readonly delivered: Delivered;
  readonly session: LiveSession;
  readonly facts: SessionFacts;
}

/**
 * Says what sessions delivered: the person's rules before the labels of extensions, these before the
 * shipped layers. The same is said without being made again until what it is made of is another.
 */
export class Outcomes implements CardPart {
  private readonly kept = new Map<string, Kept>();
  private readonly guard: LayerGuard;

  constructor(private readonly parts: OutcomesParts) {
    this.guard = new LayerGuard(parts.log);
  }

  fieldsOf(session: LiveSession, facts: SessionFacts): Delivered {
    const made = madeOf(session, facts);
    const kept = this.kept.get(session.sessionId);
    const isSame = kept?.made.every((part, index) => Object.is(part, made[index])) === true;
    const delivered = isSame ? kept.delivered : this.deliveredBy(session, facts);
    this.kept.set(session.sessionId, { made, delivered, session, facts });
    return delivered;
  }

  /** The session as layers see it; undefined for one that is not on the board. */
  viewOf(sessionId: string): SessionView | undefined {
    const kept = this.kept.get(sessionId);
    return kept && sessionView(kept.session, kept.facts, this.delivered(sessionId, kept.facts));
  }

  /** Another source says something else; without an id, of all sessions. Their cards are to be drawn anew. */
  forget(sessionId?: string): void {
    if (sessionId !== undefined) {
      this.kept.delete(sessionId);
      return;
    }
    this.kept.clear();
    this.guard.forgive();
  }

  private deliveredBy(session: LiveSession, facts: SessionFacts): Delivered {
    const delivered = this.delivered(session.sessionId, facts);
    const view = sessionView(session, facts, delivered);
    const rests = isAtRest(session.agentState.state) && session.pendingRequest === undefined;
    const display = this.composed(this.sayingsOf(view), rests);
    const outcome = outcomeOf(delivered);
    return {
      ...(display !== undefined && { display }),
      ...(outcome !== undefined && { outcome }),
    };
  }

  private delivered(sessionId: string, facts: SessionFacts): DeliveredView {
    const { pulls } = this.parts;
    return deliveredBy(facts, {
      signals: this.ruleSignals(sessionId),
      stateOf: (url) => this.guard.run('pulls', () => pulls?.stateOf(url)),
    });
  }

  private ruleSignals(sessionId: string): readonly SignalFact[] {
    return this.guard.run('rules', () => this.parts.rules?.signalsOf(sessionId)) ?? [];
  }

  private sayingsOf(view: SessionView): readonly Saying[] {
    const { rules, labels, layersFor } = this.parts;
    const said = [
      this.guard.run('rules', () => rules?.sayingsOf(view)) ?? [],
      this.guard.run('labels', () => labels?.sayingsOf(view)) ?? [],
    ].flat();
    for (const layer of layersFor(view)) {
      const label = this.guard.run(layer.id, () => layer.interpret(view));
      if (label !== undefined) said.push({ layer: layer.id, label });
    }
    return said;
  }

  /** A saying that cannot even be read takes no other one with it. */
  private composed(sayings: readonly Saying[], rests: boolean): LiveSession['display'] {
    try {
      return displayOf(sayings, rests);
    } catch {
      const readable = sayings.filter(
        (saying) => this.guard.run(saying.layer, () => displayOf([saying], rests)) !== undefined,
      );
      return displayOf(readable, rests);
    }
  }
}

/** All that a session's display and outcome are made of, as far as it is no other source's. */
function madeOf(session: LiveSession, facts: SessionFacts): readonly unknown[] {
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
