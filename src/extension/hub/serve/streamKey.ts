const streamNumberPattern = /^[\w-]{22,100}$/u;

/** Returns the value of a `streamHeader`; undefined if it is not valid. */
export function streamNumber(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' && streamNumberPattern.test(header) ? header : undefined;
}

/**
 * Returns the name of a window's stream inside the hub. Windows of older versions have no number:
 * their streams have the window's id as name, which has no colon.
 */
export function streamKey(window: string, number: string | undefined): string {
  return number === undefined ? window : `stream:${number}`;
}
