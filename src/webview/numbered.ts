export interface Numbered<T> {
  readonly id: number;
  readonly value: T;
}

/** Each with its place as its identity: for what a text consists of, which never moves in it. */
export function numbered<T>(list: readonly T[]): readonly Numbered<T>[] {
  return list.map((value, index) => ({ id: index, value }));
}
