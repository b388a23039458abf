/** The time as ISO 8601; 1970 if unknown or outside the range of `Date`. */
export function isoTime(at: number): string {
  return new Date(at > 8.64e15 ? 0 : at).toISOString();
}
