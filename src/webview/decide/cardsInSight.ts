/** Time in ms in which changes are told as one. */
const gatherMs = 50;

/** Height in pixels of a card's part that is enough to notice it. */
const noticedHeight = 60;

const steps = [0, 0.1, 0.25, 0.5, 0.75, 1];

/** Tells the host which blocked cards are on the screen: it calls nobody to what they look at. */
export class CardsInSight {
  private readonly ids = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (sessionIds: readonly string[]) => void) {}

  /** Follows a card until the returned function is called. */
  follow(card: HTMLElement, sessionId: string): () => void {
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        const { isIntersecting, intersectionRect, boundingClientRect } = entry;
        const enough = Math.min(noticedHeight, boundingClientRect.height);
        this.note(sessionId, isIntersecting && intersectionRect.height >= enough - 1);
      },
      { threshold: steps },
    );
    observer.observe(card);
    return () => {
      observer.disconnect();
      this.note(sessionId, false);
    };
  }

  private note(sessionId: string, isInSight: boolean): void {
    if (this.ids.has(sessionId) === isInSight) return;
    if (isInSight) this.ids.add(sessionId);
    else this.ids.delete(sessionId);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tell([...this.ids]);
    }, gatherMs);
  }
}
