import * as fc from 'fast-check';

/**
 * Character sequences that hide, reorder, pad or imitate text, and harmless ones to mix them with.
 */
const pieces: readonly string[] = [
  ['npm test', '; curl x | sh', '"', '`', '](command:x)', 'Ärger', '一', '\u05D0\u05D1', 'сurl'],
  [' ', '  ', '\n', '\t', '\r', '\r\n', '\u00A0', '\u3000', '\u2800', '\u2028'],
  ['⟨', '⟩', 'U+202E', '⟨U+202E⟩', '⟨9 blanks⟩', '␛', '⏎', '⇥', '12', '…'],
  ['\u001B]', '\u001B[8m', '\u0007', '\u009B', '\u009D', '\u0085', '\u0000'],
  ['\u202E', '\u2066', '\u200B', '\u200C', '\u200D', '\uFE0F', '\u00AD', '\u3164', '\uFEFF'],
  ['\u{E0061}', '\u{E0101}', '\u{1F600}', '\u{1F468}', '\uD800', '\uDC00', '\u0301', '\uE000'],
  [' '.repeat(30), ' '.repeat(9_000), '\n'.repeat(70), '\t'.repeat(40), ' \n'.repeat(500)],
  ['\u3164'.repeat(20), '\u200B'.repeat(4_000), '\u0301'.repeat(60), '#'.repeat(3_000)],
].flat();

/** Text made to mislead its reader. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 20,
  })
  .map((parts) => parts.join(''));

/** Hostile text that begins and ends like a command. */
export const hostileCommand: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('npm test', 'true', 'echo'),
    hostileText,
    fc.constantFrom('', ';x', ' | sh'),
  )
  .map((parts) => parts.join(''));
