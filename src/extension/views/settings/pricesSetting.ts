import { t } from '../../../shared/words/l10n';
import {
  maxPricedModels,
  modelPatternSchema,
  modelPricesSchema,
  type PriceOverrides,
} from '../../../shared/protocol/settings/prices';
import { plainTitle } from '../../../shared/text/plainText';
import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { Settings } from './budgetSetting';

/**
 * Sends the user's prices to the hub, now and after each change. An invalid setting is reported
 * once.
 */
export function followPrices(
  settings: Settings,
  repeatedCalls: CallRepeater<'setPrices'>,
  say: (problem: string) => void,
): Disposable {
  let lastProblem = '';
  const send = (): void => {
    const { prices, problem } = readPrices(settings.get(settingIds.prices));
    repeatedCalls.storeCall('setPrices', prices);
    if (problem !== lastProblem && problem !== '') say(problem);
    lastProblem = problem;
  };
  send();
  return settings.onDidChange((change) => {
    if (change.affectsConfiguration(settingIds.prices)) send();
  });
}

/**
 * All valid entries, and one sentence about the invalid ones; the sentence is empty if there are
 * none.
 */
export function readPrices(value: unknown): {
  readonly prices: PriceOverrides;
  readonly problem: string;
} {
  if (value === undefined || value === null) return { prices: {}, problem: '' };
  if (typeof value !== 'object' || Array.isArray(value)) {
    return { prices: {}, problem: t('{0} must be an object of models.', settingIds.prices) };
  }
  const prices: PriceOverrides = {};
  const wrong: string[] = [];
  for (const [model, entry] of Object.entries(value)) {
    const name = modelPatternSchema.safeParse(model);
    const parsed = modelPricesSchema.safeParse(entry);
    if (!name.success) wrong.push(t('a model has no name, or one of over 200 characters'));
    else if (!parsed.success)
      wrong.push(`${plainTitle(model, 60)}: ${reason(parsed.error.issues)}`);
    else if (Object.keys(prices).length === maxPricedModels) {
      wrong.push(t('only the first {0} models count', maxPricedModels));
      break;
    } else prices[model] = parsed.data;
  }
  const problem =
    wrong.length === 0
      ? ''
      : t(
          '{0}: {1}. The other entries count.',
          settingIds.prices,
          [
            ...wrong.slice(0, 3),
            ...(wrong.length > 3 ? [t('and {0} more', wrong.length - 3)] : []),
          ].join('; '),
        );
  return { prices, problem };
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

function reason(issues: readonly Issue[]): string {
  const [issue] = issues;
  if (issue?.code === 'unrecognized_keys') {
    return t(
      'there is no price for {0}',
      (issue.keys ?? []).map((key) => plainTitle(key, 40)).join(', '),
    );
  }
  const field = issue?.path.map(String).join('.') ?? '';
  if (field === '') return t('must be an object of prices');
  return field.endsWith('aboveTokens')
    ? t('{0} must be a whole number of tokens', field)
    : t('{0} must be US dollars per million tokens, 0 or more', field);
}
