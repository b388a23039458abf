import { useMemo } from 'react';
import { encode } from 'uqr';
import { t } from '../../shared/words/l10n';

/** Width of the light border in modules; cameras do not detect a code without it. */
const quietZone = 4;

/** A QR code, dark on light in every theme, because few cameras read inverted codes. */
export function QrCode({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => pathOfCode(text), [text]);
  return (
    <figure className="qr clips rounder" aria-label={t('QR code with the link for the phone')}>
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </figure>
  );
}

/** One rectangle for each run of dark modules in a row. */
function pathOfCode(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: quietZone });
  const bars = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${(end === -1 ? size : end) - x}v1H${x}z`;
    }),
  );
  return { size, path: bars.join('') };
}
