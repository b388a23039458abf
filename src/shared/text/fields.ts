/** Fields of untrusted data; data of a different shape counts as empty and never throws. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Looks up an untrusted name in a table, ignoring inherited properties. */
export function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
