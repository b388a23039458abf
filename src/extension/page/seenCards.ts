/** What a person has of the cards of a page, by session id. */
export interface SeenCards {
  /** The blocked cards on the screen. */
  readonly inSight: readonly string[];
  /** The cards that hold the focus or the pointer, and opened ones on the screen. */
  readonly inHand: readonly string[];
}

export const noCards: SeenCards = { inSight: [], inHand: [] };
