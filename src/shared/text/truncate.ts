/** Truncates a text to at most `length` characters. */
export function truncateText(text: string, length: number): string {
  return text.length <= length ? text : detachedCopy(`${text.slice(0, length - 1)}…`);
}

/**
 * Copies a part of a text, or data with such parts: a slice would keep the complete text in memory.
 */
export function detachedCopy<Data>(part: Data): Data {
  return JSON.parse(JSON.stringify(part)) as Data;
}
