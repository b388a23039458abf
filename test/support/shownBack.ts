/** Restores a text from its shown form: marks become the characters that they stand for. */
export function originalOf(shown: string, isLine: boolean): string {
  return shown
    .split(/(⟨(?:U\+|\d)[^⟩]*⟩)/u)
    .map((part, index) => (index % 2 === 1 ? marked(part) : drawn(part, isLine)))
    .join('');
}

function drawn(part: string, isLine: boolean): string {
  return isLine ? part.replaceAll('⏎', '\n').replaceAll('⇥', '\t') : part;
}

function marked(mark: string): string {
  const [, code, times] = /^⟨U\+([0-9A-F]+)(?: × ([\d,]+))?⟩$/u.exec(mark) ?? [];
  if (code !== undefined)
    return String.fromCodePoint(Number.parseInt(code, 16)).repeat(count(times ?? '1'));
  const [, number = '', unit = ''] = /^⟨([\d,]+) (.+)⟩$/u.exec(mark) ?? [];
  switch (unit) {
    case 'blanks':
      return ' '.repeat(count(number));
    case 'tabs':
      return '\t'.repeat(count(number));
    case 'empty lines':
      // `n` empty lines between two line ends on either side of the mark.
      return '\n'.repeat(count(number) - 1);
    default:
      throw new Error(`${mark} cannot be written down again`);
  }
}

function count(number: string): number {
  return Number(number.replaceAll(',', ''));
}
