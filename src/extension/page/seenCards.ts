/** What a person has of the cards of a page, by session id. */
export interface SeenCards {
  /** True where the page itself is on the screen. */
  readonly isShown?: boolean;
  /** The blocked cards on the screen. */
  readonly inSight: readonly string[];
  /** The cards that hold the focus or the pointer, and opened ones on the screen. */
  readonly inHand: readonly string[];
  /** The window that the page's phone stands for. */
  readonly window?: string;
}

export const noCards: SeenCards = { inSight: [], inHand: [] };
