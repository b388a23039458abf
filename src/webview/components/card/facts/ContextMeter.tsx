import { formatTokens } from '../../../../shared/words/format';
import { t } from '../../../../shared/words/l10n';
import type { LiveSession } from '../../../../shared/protocol/protocol';

const warnPercent = 80;
const fullPercent = 95;

function toneOf(percent: number): string {
  if (percent >= fullPercent) return 'red';
  return percent >= warnPercent ? 'amber' : 'gray';
}

/** Meter of the context window; nothing if its size is unknown. */
export function ContextMeter({ context }: { readonly context: LiveSession['contextWindow'] }) {
  const { usedTokens, sizeTokens, usedPercent, compactsAtTokens } = context;
  if (sizeTokens <= 0) return null;
  const percent = Math.round(Math.min(100, Math.max(0, usedPercent)));
  const text = t('{0} of {1} tokens', formatTokens(usedTokens), formatTokens(sizeTokens));
  const point = compactsAtTokens && (compactsAtTokens / sizeTokens) * 100;
  const title =
    compactsAtTokens === undefined
      ? t('Context: {0}', text)
      : t('Context: {0}, compacts automatically at {1}', text, formatTokens(compactsAtTokens));
  return (
    <span className="context across-inline gap-5 rigid" data-tone={toneOf(percent)} title={title}>
      <span className="gauge across-inline anchor">
        {point !== undefined && <Mark percent={point} />}
        <meter
          className="meter clips"
          min={0}
          max={100}
          value={percent}
          aria-label={t('Context')}
          aria-valuetext={`${percent}%, ${text}`}
        />
      </span>
      <span className="figure" aria-hidden="true">
        {percent}%
      </span>
    </span>
  );
}

/** Mark at the use from which the client compacts the conversation automatically. */
function Mark({ percent }: { readonly percent: number }) {
  return <span className="gauge-mark" style={{ insetInlineStart: `${percent}%` }} />;
}
