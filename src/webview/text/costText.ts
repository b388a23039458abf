import { formatCost, formatModel, formatTokens, formatUsd } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import { plainTitle } from '../../shared/text/plainText';
import type { LiveSession, SessionDetails } from '../../shared/protocol/protocol';

/** A part of the cost; `usd` is empty while it is unknown. */
export interface CostPart {
  readonly name: string;
  readonly tokens: string;
  readonly usd: string;
}

/** Cost of a session; its tokens if no price is known for any of them. */
export function costOrTokens({ cost, tokens }: Pick<LiveSession, 'cost' | 'tokens'>): string {
  return hasNoPrice(cost) ? t('{0} tokens', formatTokens(tokens.total)) : formatCost(cost);
}

function hasNoPrice({ unpriced, totalUsd }: LiveSession['cost']): boolean {
  return unpriced === true && totalUsd === 0;
}

/** Cost by kind of tokens, without kinds that were not used. */
export function costByKind(
  { tokens, cost: total }: Pick<LiveSession, 'tokens' | 'cost'>,
  cost: SessionDetails['cost'] | undefined,
): readonly CostPart[] {
  const isWithoutPrice = hasNoPrice(total);
  const kinds = [
    [t('input'), tokens.input, cost?.byKind.input],
    [t('output'), tokens.output, cost?.byKind.output],
    [t('cache read'), tokens.cacheRead, cost?.byKind.cacheRead],
    [t('cache write'), tokens.cacheCreation, cost?.byKind.cacheCreation],
  ] as const;
  return kinds
    .filter(([, count]) => count > 0)
    .map(([name, count, usd]) => ({
      name,
      tokens: formatTokens(count),
      usd: usd === undefined || isWithoutPrice ? '' : formatUsd(usd),
    }));
}

/** Cost by model, most expensive first; empty if only one was used. */
export function costByModel(cost: SessionDetails['cost'] | undefined): readonly CostPart[] {
  const models = cost?.models ?? [];
  if (models.length < 2) return [];
  return models.map(({ model, usd, tokens, unpriced }) => ({
    name: formatModel(plainTitle(model, 60)),
    tokens: formatTokens(tokens),
    usd: formatCost({ totalUsd: usd, unpriced }),
  }));
}

/** Tooltip with the parts of the cost. */
export function costTitle(session: LiveSession, details: SessionDetails | undefined): string {
  const { cost, tokens, model } = session;
  const models = costByModel(details?.cost);
  return [
    cost.estimated
      ? t('Estimated cost of {0} tokens', formatTokens(tokens.total))
      : t('Cost of {0} tokens', formatTokens(tokens.total)),
    ...costByKind(session, details?.cost).map(({ name, tokens, usd }) =>
      [`${tokens} ${name}`, usd].filter(Boolean).join(': '),
    ),
    ...models.map(({ name, usd }) => `${name}: ${usd}`),
    ...(models.length > 0 || model === undefined ? [] : [formatModel(plainTitle(model, 60))]),
    ...(cost.unpriced === true ? [noPriceText(session, details)] : []),
  ].join('\n');
}

/** Names the models without a known price, and where to set one. */
export function noPriceText(
  { model = '' }: Pick<LiveSession, 'model'>,
  details: Pick<SessionDetails, 'cost'> | undefined,
): string {
  const unpriced = details?.cost.models.filter((one) => one.unpriced === true) ?? [];
  const names = unpriced.length > 0 ? unpriced.map((one) => one.model) : [model];
  const shown = names.map((name) => plainTitle(name, 60)).join(', ');
  return t('No price is known for {0}: set missionControl.prices', shown);
}
