import type { Label } from '../../../shared/protocol/label';
import { fieldsOf } from '../../../shared/text/fields';
import { plainTitle } from '../../../shared/text/plainText';
import { fillTemplate } from '../../../shared/words/l10n';
import { isLayerText } from '../../../shared/words/layerTexts';
import { stateLabel } from '../../../shared/words/stateLabels';

/**
 * Maximum length of an extension's message in characters; a longer one is truncated before its
 * values are inserted.
 */
const maxMessageLength = 1000;
const maxValues = 10;
const minValueLength = 12;

/** Converts an untrusted `Text` to a label; undefined if it is invalid or empty. */
export function labelFromText(text: unknown, limit: number): Label | undefined {
  if (typeof text === 'string') return literalLabel(text, limit);
  const { message, args } = fieldsOf(text);
  if (typeof message !== 'string' || (args !== undefined && !Array.isArray(args))) return undefined;
  const values = valuesOf(args ?? [], limit);
  if (values === undefined) return undefined;
  if (!isLayerText(message))
    return literalLabel(fillTemplate(message.slice(0, maxMessageLength), values), limit);
  const fitting = fittingValues(message, values, limit);
  const filled = fillTemplate(message, fitting);
  return filled.length <= limit
    ? { key: message, values: [...fitting], text: filled }
    : literalLabel(filled, limit);
}

function literalLabel(text: string, limit: number): Label | undefined {
  const shown = plainTitle(text, limit);
  if (shown.trim() === '') return undefined;
  return stateLabel('asIs', shown.length <= limit ? shown : plainTitle(shown, limit - 1));
}

function valuesOf(
  args: readonly unknown[],
  limit: number,
): readonly (string | number)[] | undefined {
  const values: (string | number)[] = [];
  for (const value of args.slice(0, maxValues)) {
    if (Number.isFinite(value)) values.push(value as number);
    else if (typeof value === 'string') values.push(plainTitle(value, limit));
    else return undefined;
  }
  return values;
}

/**
 * Truncates the longest text among the values so that the filled message fits the limit, but to no
 * less than `minValueLength` characters.
 */
function fittingValues(
  message: string,
  values: readonly (string | number)[],
  limit: number,
): readonly (string | number)[] {
  const excess = fillTemplate(message, values).length - limit;
  if (excess <= 0) return values;
  const lengths = values.map((value) => (typeof value === 'string' ? value.length : 0));
  const longest = Math.max(...lengths);
  const at = lengths.indexOf(longest);
  return values.map((value, index) =>
    index === at && typeof value === 'string'
      ? plainTitle(value, Math.max(minValueLength, longest - excess - 1))
      : value,
  );
}
