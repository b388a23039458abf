/** True if two values are equal as JSON: a key with an undefined value counts as missing. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((one, index) => isSameData(one, b[index]))
    );
  }
  const others = new Map(Object.entries(b));
  for (const [key, value] of Object.entries(a)) {
    if (!isSameData(value, others.get(key))) return false;
    others.delete(key);
  }
  for (const value of others.values()) if (value !== undefined) return false;
  return true;
}
