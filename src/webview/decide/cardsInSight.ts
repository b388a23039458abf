import { sessionAround } from '../keys/focus';

/** Cards of a page that a person sees or uses, by session id. */
interface SeenCards {
  /** Visible cards of blocked sessions. */
  readonly inSight: readonly string[];
  /** Cards with the focus or the pointer, and visible open cards. */
  readonly inHand: readonly string[];
}

/** Why a card is tracked. */
interface TrackingReason {
  readonly blocked: boolean;
  readonly opened: boolean;
}

/** Time in ms within which changes are sent as one. */
const batchMs = 50;

/** Time in ms for which the focus and the pointer have to rest. */
const restMs = 250;

/** Visible height in pixels that is enough to notice a card. */
const noticedHeight = 60;

const thresholds = [0, 0.1, 0.25, 0.5, 0.75, 1];

/**
 * Reports to the host which cards a person sees and uses; the host then sends no notification for
 * them and does not return their requests to a terminal.
 */
export class CardsInSight {
  /** By element, because a session may be visible both as a card and in the pane. */
  private readonly seen = new Map<HTMLElement, TrackingReason & { readonly sessionId: string }>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private lastReport = '';

  constructor(private readonly report: (seen: SeenCards) => void) {}

  /** Starts tracking the focus and the pointer. */
  watch(): void {
    const onMove = () => {
      clearTimeout(this.restTimer);
      this.restTimer = setTimeout(() => this.checkCards(), restMs);
    };
    for (const type of ['focusin', 'focusout', 'pointerover', 'pointerout']) {
      document.addEventListener(type, onMove, { passive: true });
    }
    for (const type of ['focus', 'blur']) window.addEventListener(type, onMove);
  }

  /** Tracks a card until the returned function is called. */
  track(card: HTMLElement, sessionId: string, why: TrackingReason): () => void {
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        const { isIntersecting, intersectionRect, boundingClientRect } = entry;
        const enough = Math.min(noticedHeight, boundingClientRect.height);
        const isNoticed = isIntersecting && intersectionRect.height >= enough - 1;
        this.updateCard(card, isNoticed ? { ...why, sessionId } : undefined);
      },
      { threshold: thresholds },
    );
    observer.observe(card);
    return () => {
      observer.disconnect();
      this.updateCard(card, undefined);
    };
  }

  private updateCard(
    card: HTMLElement,
    why: (TrackingReason & { readonly sessionId: string }) | undefined,
  ): void {
    if (why === undefined) this.seen.delete(card);
    else this.seen.set(card, why);
    this.timer ??= setTimeout(() => this.checkCards(), batchMs);
  }

  private checkCards(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const idsWhere = (matches: (why: TrackingReason) => boolean) => [
      ...new Set([...this.seen.values()].flatMap((why) => (matches(why) ? [why.sessionId] : []))),
    ];
    const focused = document.hasFocus() ? document.activeElement : null;
    const activeElements = [focused, document.querySelector('[data-session]:hover')];
    const inHand = activeElements.flatMap((one) =>
      one === null ? [] : (sessionAround(one) ?? []),
    );
    const seen = {
      inSight: idsWhere(({ blocked }) => blocked),
      inHand: [...new Set([...inHand, ...idsWhere(({ opened }) => opened)])],
    };
    const text = JSON.stringify(seen);
    if (text === this.lastReport) return;
    this.lastReport = text;
    this.report(seen);
  }
}
