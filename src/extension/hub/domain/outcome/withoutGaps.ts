/** The fields that have a value. */
export function withoutGaps<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };
}
