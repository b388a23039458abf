/** Values of placeholders by name; a text has a placeholder as `{name}`. */
export type PlaceholderValues = Readonly<Record<string, string | number | boolean>>;

export interface FilledText {
  readonly text: string;
  /** Names of placeholders without a value; the text keeps these placeholders. */
  readonly unknown: readonly string[];
}

export function fillPlaceholders(text: string, values: PlaceholderValues): FilledText {
  const unknown: string[] = [];
  const filled = text.replace(/\{([A-Za-z_]\w{0,79})\}/g, (placeholder, name: string) => {
    if (Object.hasOwn(values, name)) return String(values[name]);
    unknown.push(name);
    return placeholder;
  });
  return { text: filled, unknown };
}

/** Returns the normalized address; undefined if the text is not an https address. */
export function httpsAddress(text: string): string | undefined {
  try {
    const { protocol, href } = new URL(text);
    return protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}
