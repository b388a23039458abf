/** Colours, cursor moves and choices of a character set, as terminals take them. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
const sequences = /\u001B(?:\[[0-9;:?]{0,32}[A-Za-z]|[()][A-Z0-9])/g;
/** Limit for recognisers, in characters: of longer text they read only the end. */
const longest = 4_096;

/** The lines of an output without control sequences and trailing blanks. */
export function plainLines(output: string): readonly string[] {
  return output
    .slice(-longest)
    .replace(sequences, '')
    .split(/[\r\n]/)
    .map((line) => line.trimEnd());
}
