/** Depth of a JSON text and the work of parsing it, measured without parsing. */
export interface JsonSize {
  /** Deepest nesting of lists and objects. */
  readonly levels: number;
  /**
   * Opening brackets, commas and colons outside strings; parsing costs time and memory for each.
   */
  readonly marks: number;
}

/**
 * Limits for untrusted JSON. `JSON.parse` takes seconds and gigabytes for a few megabytes of
 * brackets or names, and recursive readers overflow the stack on thousands of levels. A
 * transcript's longest lines are few long strings, which these limits do not count.
 */
export const foreignJson: JsonSize = { levels: 500, marks: 500_000 };

/** Limits for calls and frames, which wrap an untrusted value. */
export const callJson: JsonSize = { ...foreignJson, levels: 530 };

/** Limits for files that this product wrote: they wrap untrusted values in lists of any length. */
export const ownJson: JsonSize = { ...callJson, marks: Infinity };

/** Parses a text within limits. Throws if it exceeds them or is not JSON. */
export function parseJson(text: string, limits: JsonSize = foreignJson): unknown {
  if (!isWithin(text, limits)) throw new RangeError('JSON with too many levels or values');
  return JSON.parse(text);
}

/** The value of a JSON text; undefined if it exceeds the limits or is not JSON. */
export function jsonIn(text: string, limits: JsonSize = foreignJson): unknown {
  if (!isWithin(text, limits)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Measures a text. Invalid JSON is measured as well; the parser rejects it. */
export function jsonSize(text: string): JsonSize {
  return measure(text, { levels: Infinity, marks: Infinity });
}

/** True if a text is within the limits. */
export function isWithin(text: string, limits: JsonSize): boolean {
  const { levels, marks } = limits;
  // Lower bound of the text's length: a level takes two characters, a mark one.
  if (text.length <= Math.min(2 * levels, marks)) return true;
  if (text.length <= marks && hasAtMost(text, levels)) return true;
  const size = measure(text, limits);
  return size.levels <= levels && size.marks <= marks;
}

/**
 * True if the text has too few brackets to nest too deeply, so that most lines need no exact
 * measurement.
 */
function hasAtMost(text: string, brackets: number): boolean {
  let left = brackets;
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}

/** Stops at the first position beyond a limit. */
function measure(text: string, limits: JsonSize): JsonSize {
  let depth = 0;
  let levels = 0;
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at);
        break;
      case 0x2c: // ,
      case 0x3a: // :
        marks += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        marks += 1;
        depth += 1;
        if (depth > levels) levels = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      default:
    }
    if (levels > limits.levels || marks > limits.marks) break;
  }
  return { levels, marks };
}

/**
 * The index after the bracket that closes the object starting at `start`; undefined if no object
 * starts there or it is not closed.
 */
export function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at);
        break;
      case 0x7b: // {
        depth += 1;
        break;
      case 0x7d: // }
        depth -= 1;
        if (depth === 0) return at + 1;
        break;
      default:
    }
  }
  return undefined;
}

/**
 * The index of the quotation mark that closes the string; the text's length if it is not closed.
 */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
