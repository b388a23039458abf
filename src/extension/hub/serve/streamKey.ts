const numberForm = /^[\w-]{22,100}$/u;

/** The value of a `streamHeader`, or undefined where it is none. */
export function streamNumber(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' && numberForm.test(header) ? header : undefined;
}

/**
 * Names a window's stream inside the hub. A window of an older version has no number: its streams are
 * known by its id alone, which has no colon.
 */
export function streamKey(window: string, number: string | undefined): string {
  return number === undefined ? window : `stream:${number}`;
}
