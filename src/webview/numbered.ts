/** Numbers items by their index, as the key of items that never move in their list. */
export const numbered = <T>(list: readonly T[]) => list.map((value, id) => ({ id, value }));
