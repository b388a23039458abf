/** Adds each item's index as a React key, for lists whose items never move. */
export const numbered = <T>(list: readonly T[]) => list.map((value, id) => ({ id, value }));
