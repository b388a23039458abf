import { encode } from 'uqr';

/** The quiet zone that readers need around a code, in modules. */
const border = 4;
const halves = new Map([
  ['00', '█'],
  ['01', '▀'],
  ['10', '▄'],
  ['11', ' '],
]);

/**
 * The QR code of a link in half blocks, two modules a character: light ones are drawn, as most terminals
 * are dark.
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
