/** Control sequences of terminals for colours, cursor moves and character sets. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
const sequences = /\u001B(?:\[[0-9;:?]{0,32}[A-Za-z]|[()][A-Z0-9])/g;
/** Number of characters that are read from the end of an output. */
const maxLength = 4_096;

/** The lines of an output without control sequences and trailing blanks. */
export function plainLines(output: string): readonly string[] {
  return output
    .slice(-maxLength)
    .replace(sequences, '')
    .split(/[\r\n]/)
    .map((line) => line.trimEnd());
}
