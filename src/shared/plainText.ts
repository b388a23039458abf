/** Terminal sequences: OSC up to its end, CSI, and the two-character rest. */
const terminalSequences =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /(?:\u001B\]|\u009D)[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|\u001B[ -/]*[0-~]?/g;

/** Characters that reorder or hide what follows them. Joiners stay: scripts and emoji need them. */
const invisibles = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/g;

// eslint-disable-next-line no-control-regex -- control characters are the subject
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Any character that one of the others is about: most text has none and is passed on as it is. */
const suspicious =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/;

const lineEnds = /\r\n?|[\u2028\u2029]/g;

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end)}…`;
}

/** Foreign text as a view may show it, line ends kept: no terminal sequence, no control, no override. */
export function plainText(text: string, maxLength = 2000): string {
  // What is removed may be long; four times the wanted length bounds the work on a huge prompt.
  return cut(withoutControls(text.slice(0, maxLength * 4)).trim(), maxLength);
}

/** `plainText` in full length, leading white space kept: for documents. */
export function withoutControls(text: string): string {
  if (!suspicious.test(text)) return text;
  return text
    .replace(terminalSequences, '')
    .replace(lineEnds, '\n')
    .replace(controls, '')
    .replace(invisibles, '');
}

/** `plainText` on one line, runs of white space as one space. */
export function plainLine(text: string, maxLength = 300): string {
  return cut(plainText(text, maxLength * 4).replace(/\s+/g, ' '), maxLength);
}
