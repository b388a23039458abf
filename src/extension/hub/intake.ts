import { Emitter } from '../util/emitter';
import type { Archive } from './store/archive';
import type { DomainEvent } from './domain/facts/event';
import type { LiveBoard } from './board/liveBoard';

/**
 * Passes all events to the board. Sources with more data on a session subscribe to its first event.
 */
export class Intake {
  private readonly discovered = new Emitter<string>();
  private readonly events = new Emitter<DomainEvent>();
  /** Fires for each event after the board applied it. */
  readonly onDidApply = this.events.event;
  /** Fires with the id of a session at its first event. */
  readonly onDidDiscoverSession = this.discovered.event;

  constructor(
    private readonly board: Pick<LiveBoard, 'apply' | 'isKnown'>,
    private readonly archive: Pick<Archive, 'dismissedAt'>,
  ) {}

  readonly apply = (event: DomainEvent): void => {
    const { sessionId } = event;
    const isKnown = this.board.isKnown(sessionId);
    this.board.apply(event);
    this.events.fire(event);
    if (isKnown) return;
    const at = this.archive.dismissedAt(sessionId);
    if (at !== undefined) this.board.apply({ type: 'archive', sessionId, at, archived: true });
    this.discovered.fire(sessionId);
  };
}
