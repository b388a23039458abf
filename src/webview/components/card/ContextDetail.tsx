import { formatTokens } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** How full the context window is, and where the client compacts it by itself. */
export function ContextDetail({ context }: { readonly context: LiveSession['contextWindow'] }) {
  const { usedTokens, sizeTokens, compactsAtTokens } = context;
  const point =
    compactsAtTokens === undefined
      ? ''
      : `, ${t('compacts by itself at {0}', formatTokens(compactsAtTokens))}`;
  return (
    <p className="figures">
      {t('{0} of {1} tokens', formatTokens(usedTokens), formatTokens(sizeTokens)) + point}
    </p>
  );
}
