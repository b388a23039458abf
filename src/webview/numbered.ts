export interface Numbered<T> {
  readonly id: number;
  readonly value: T;
}

/** Numbers items by their index, as the key of items that never move in their list. */
export function numbered<T>(list: readonly T[]): readonly Numbered<T>[] {
  return list.map((value, index) => ({ id: index, value }));
}
