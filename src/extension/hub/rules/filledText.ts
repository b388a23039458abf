/** Values by the names that stand for them in braces. */
export type Named = Readonly<Record<string, string | number | boolean>>;

export interface Filled {
  readonly text: string;
  /** Names that have no value; they stay as they were typed. */
  readonly unknown: readonly string[];
}

export function filled(text: string, values: Named): Filled {
  const unknown: string[] = [];
  const whole = text.replace(/\{([A-Za-z_]\w{0,79})\}/g, (place, name: string) => {
    if (Object.hasOwn(values, name)) return String(values[name]);
    unknown.push(name);
    return place;
  });
  return { text: whole, unknown };
}

/** The address as a browser reads it; undefined where it is no https address. */
export function httpsAddress(text: string): string | undefined {
  try {
    const { protocol, href } = new URL(text);
    return protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}
