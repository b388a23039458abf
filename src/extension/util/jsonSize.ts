/** Depth and number of values of a JSON text, told without parsing it. */
export interface JsonSize {
  /** Deepest nesting of lists and objects. */
  readonly levels: number;
  /** Values, short of some. */
  readonly values: number;
}

/**
 * Measures a text before it is parsed: that takes seconds for some megabytes of brackets or names. A
 * text that is no JSON has a size of its own, and is told by the parser.
 */
export function jsonSize(text: string): JsonSize {
  let depth = 0;
  let levels = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at);
        break;
      case 0x2c: // ,
        values += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > levels) levels = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      default:
    }
  }
  return { levels, values };
}

/** The place of the quotation mark that ends the string; the end of the text where none does. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
