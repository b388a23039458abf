import { parseBareHttps } from '../../util/parseBareHttps';
import type { Label } from '../../../shared/protocol/label';
import {
  displayIcons,
  displayLimits,
  displayTones,
  type Display,
  type DisplayBadge,
} from '../../../shared/protocol/layers/display';
import { fieldsOf, listOf } from '../../../shared/text/fields';
import { plainTitle } from '../../../shared/text/plainText';
import { labelFromText } from './labelFromText';
import type { SourcedLabel } from './layerSources';

/** An address of this length or more, in characters, is not shown as a link. */
const maxAddressLength = 2000;
const maxNameLength = 80;
const maxProofLength = 200;

/**
 * Combines the labels of layers into a card's display: the first label, and the badges of all
 * labels in order. If `isResting` is false, the card keeps the text of its state and gets only
 * badges. Labels are untrusted; invalid parts are omitted.
 */
export function composeDisplay(
  labels: readonly SourcedLabel[],
  isResting: boolean,
): Display | undefined {
  let winner: { readonly source: SourcedLabel; readonly label: Label } | undefined;
  let urgency: Display['urgency'];
  let badgeSource: SourcedLabel | undefined;
  const badges: DisplayBadge[] = [];
  for (const source of labels) {
    const fields = fieldsOf(source.label);
    urgency ??= urgencyOf(fields['urgency']);
    if (isResting && winner === undefined) {
      const label = labelFromText(fields['label'], displayLimits.label);
      if (label !== undefined) winner = { source, label };
    }
    const before = badges.length;
    addBadges(badges, fields['badges']);
    if (badges.length > before) badgeSource ??= source;
  }
  const from = winner?.source ?? badgeSource;
  if (from === undefined) return urgency ? { layer: layerOf(labels), urgency, badges } : undefined;
  const { icon, tone, detail } = fieldsOf(winner?.source.label);
  const rule = from.rule === undefined ? undefined : plainTitle(from.rule, maxNameLength);
  return {
    layer: plainTitle(from.layer, maxNameLength),
    ...(rule !== undefined && { rule }),
    ...(winner !== undefined && { label: winner.label }),
    ...iconAndTone(icon, tone),
    ...(urgency !== undefined && { urgency }),
    badges,
    ...labelField('detail', detail, displayLimits.detail),
    ...(winner !== undefined && evidenceOf(winner.source)),
  };
}

function layerOf(labels: readonly SourcedLabel[]): string {
  const first = labels.find(({ label }) => urgencyOf(fieldsOf(label)['urgency']) !== undefined);
  return plainTitle(first?.layer ?? '', maxNameLength);
}

function urgencyOf(value: unknown): Display['urgency'] {
  return value === -1 || value === 0 || value === 1 ? value : undefined;
}

/** Adds badges up to the limit, without those whose text is already shown. */
function addBadges(badges: DisplayBadge[], added: unknown): void {
  for (const badge of listOf(added).slice(0, displayLimits.badges)) {
    if (badges.length === displayLimits.badges) return;
    const fields = fieldsOf(badge);
    const shown = labelFromText(fields['text'], displayLimits.badge);
    if (shown === undefined || badges.some((one) => one.text.text === shown.text)) continue;
    const href = addressOf(fields['href']);
    badges.push({
      text: shown,
      ...iconAndTone(fields['icon'], fields['tone']),
      ...labelField('tooltip', fields['tooltip'], displayLimits.detail),
      ...(href !== undefined && { href }),
    });
  }
}

function iconAndTone(icon: unknown, tone: unknown): Pick<Display, 'icon' | 'tone'> {
  const known = {
    icon: displayIcons.find((name) => name === icon),
    tone: displayTones.find((name) => name === tone),
  };
  return {
    ...(known.icon !== undefined && { icon: known.icon }),
    ...(known.tone !== undefined && { tone: known.tone }),
  };
}

function labelField<Key extends string>(
  key: Key,
  value: unknown,
  limit: number,
): { readonly [key in Key]?: Label } {
  const label = labelFromText(value, limit);
  return label === undefined ? {} : ({ [key]: label } as { readonly [key in Key]?: Label });
}

/** Returns an https address without credentials; undefined for any other value. */
function addressOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length >= maxAddressLength) return undefined;
  const href = parseBareHttps(value)?.href;
  return href !== undefined && href.length < maxAddressLength ? href : undefined;
}

function evidenceOf({ because }: SourcedLabel): Pick<Display, 'because'> {
  const { text: proof, at } = fieldsOf(because);
  if (typeof proof !== 'string') return {};
  const moment = typeof at === 'number' ? new Date(at) : undefined;
  const isMoment = moment !== undefined && !Number.isNaN(moment.getTime());
  return {
    because: {
      text: plainTitle(proof, maxProofLength),
      ...(isMoment && { at: moment.toISOString() }),
    },
  };
}
