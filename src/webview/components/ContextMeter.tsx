import { formatTokens } from '../../shared/format';
import type { LiveSession } from '../../shared/protocol';

const warnPercent = 80;
const fullPercent = 95;

function toneOf(percent: number): string {
  if (percent >= fullPercent) return 'red';
  return percent >= warnPercent ? 'amber' : 'gray';
}

/** How full the context window is; nothing where its size is not known. */
export function ContextMeter({ context }: { readonly context: LiveSession['contextWindow'] }) {
  const { usedTokens, sizeTokens, usedPercent } = context;
  if (sizeTokens <= 0) return null;
  const percent = Math.round(Math.min(100, Math.max(0, usedPercent)));
  const text = `${formatTokens(usedTokens)} of ${formatTokens(sizeTokens)} tokens`;
  return (
    <span className="context" data-tone={toneOf(percent)} title={`Context: ${text}`}>
      <meter
        className="meter"
        min={0}
        max={100}
        value={percent}
        aria-label="Context"
        aria-valuetext={`${percent}%, ${text}`}
      />
      <span className="figure" aria-hidden="true">
        {percent}%<span className="context-word"> context</span>
      </span>
    </span>
  );
}
