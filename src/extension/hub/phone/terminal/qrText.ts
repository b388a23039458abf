import { encode } from 'uqr';

/** Width of the quiet zone around the code, in modules. */
const border = 4;
const halves = new Map([
  ['00', '█'],
  ['01', '▀'],
  ['10', '▄'],
  ['11', ' '],
]);

/**
 * Draws the QR code of a link with half blocks, two modules per character. The light modules are
 * drawn, because most terminals are dark.
 */
export function qrText(link: string): string {
  const { data } = encode(link, { ecc: 'L', border });
  const rows: string[] = [];
  for (let at = 0; at < data.length; at += 2) {
    const [upper = [], lower] = [data[at], data[at + 1]];
    const drawn = upper.map((isDark, x) =>
      halves.get(`${Number(isDark)}${Number(lower?.[x] ?? true)}`),
    );
    rows.push(drawn.join(''));
  }
  return rows.join('\n');
}
