/** The cards that a person sees or uses on a page, by session id. */
export interface SeenCards {
  /** True if the page itself is on the screen. */
  readonly isShown?: boolean;
  /** The blocked cards on the screen. */
  readonly inSight: readonly string[];
  /** Cards with the focus or the pointer, and expanded cards on the screen. */
  readonly inHand: readonly string[];
  /** Set for a page on a phone: the window on whose behalf the phone acts. */
  readonly window?: string;
}

export const noCards: SeenCards = { inSight: [], inHand: [] };
