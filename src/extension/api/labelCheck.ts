import { parseBareHttps } from '../util/parseBareHttps';
import type { IconName, Tone } from '../../shared/api/missionControl';
import { displayIcons, displayTones } from '../../shared/protocol/layers/display';
import { labelLimits, type GivenLabel } from '../../shared/protocol/layers/labels';
import { fieldsOf } from '../../shared/text/fields';
import { fillTemplate } from '../../shared/words/l10n';

type GivenText = NonNullable<GivenLabel['label']>;
type GivenBadge = NonNullable<GivenLabel['badges']>[number];

/** Receives a message about each omitted icon or tone, which a later version may have. */
type Note = (message: string) => void;

/**
 * Copies an extension's `SessionLabel` and reads each field once. Throws a TypeError with
 * instructions. Unknown fields, which may belong to a later version, are omitted.
 */
export function checkedLabel(value: unknown, note: Note = () => undefined): GivenLabel {
  if (value instanceof Promise) {
    throw new TypeError('The label is a promise: await it, and set its result.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(
      `The label is ${kindOf(value)}: give an object such as { label: 'Deployed' }.`,
    );
  }
  const { label, icon, tone, urgency, badges, detail } = fieldsOf(value);
  return {
    ...(label !== undefined && { label: checkedText('label', label, labelLimits.label) }),
    ...checkAppearance('', icon, tone, note),
    ...(urgency !== undefined && { urgency: checkedUrgency(urgency) }),
    ...(badges !== undefined && { badges: checkedBadges(badges, note) }),
    ...(detail !== undefined && { detail: checkedText('detail', detail, labelLimits.detail) }),
  };
}

/** Returns a session id; throws a TypeError for any other value. */
export function checkedSessionId(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > labelLimits.id) {
    throw new TypeError(
      `The session id is ${kindOf(value)}: give the sessionId of a session, a text.`,
    );
  }
  return value;
}

function checkedText(name: string, value: unknown, most: number): GivenText {
  if (typeof value === 'string') return checkLength(name, value, value, most);
  const { message, args } = fieldsOf(value);
  if (typeof message !== 'string') {
    throw new TypeError(
      `${name} is ${kindOf(value)}: give a text, or { message: 'Pushed {0}', args: ['main'] }.`,
    );
  }
  const values: readonly unknown[] =
    args === undefined ? [] : Array.isArray(args) ? [...args] : [args];
  if (values.length > labelLimits.args || !values.every(isValue)) {
    throw new TypeError(
      `${name}.args takes at most ${labelLimits.args} texts and finite numbers, in an array.`,
    );
  }
  // An argument without a placeholder is not shown, but the hub would refuse all labels because of
  // its size.
  for (const part of [message, ...values]) {
    if (typeof part === 'string') checkLength(`a part of ${name}`, part, part, labelLimits.part);
  }
  return checkLength(name, fillTemplate(message, values), { message, args: [...values] }, most);
}

function isValue(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function checkLength<Value>(name: string, text: string, value: Value, most: number): Value {
  if (text.length > most) {
    throw new TypeError(
      `${name} has ${text.length} characters, and at most ${most} are taken: shorten it.`,
    );
  }
  return value;
}

function checkAppearance(
  prefix: string,
  icon: unknown,
  tone: unknown,
  note: Note,
): { readonly icon?: IconName; readonly tone?: Tone } {
  const known = {
    icon: checkName(`${prefix}icon`, icon, displayIcons, note),
    tone: checkName(`${prefix}tone`, tone, displayTones, note),
  };
  return {
    ...(known.icon !== undefined && { icon: known.icon }),
    ...(known.tone !== undefined && { tone: known.tone }),
  };
}

function checkName<Name extends string>(
  field: string,
  value: unknown,
  names: readonly Name[],
  note: Note,
): Name | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    throw new TypeError(`${field} is ${kindOf(value)}: name one of ${names.join(', ')}.`);
  }
  const known = names.find((name) => name === value);
  if (known === undefined) {
    note(`${field} “${value.slice(0, 40)}” is not known and left out; known: ${names.join(', ')}.`);
  }
  return known;
}

function checkedUrgency(value: unknown): -1 | 0 | 1 {
  if (value === -1 || value === 0 || value === 1) return value;
  throw new TypeError('urgency is -1, 0 or 1.');
}

function checkedBadges(value: unknown, note: Note): GivenBadge[] {
  if (!Array.isArray(value)) {
    throw new TypeError(`badges is ${kindOf(value)}: give an array such as [{ text: 'live' }].`);
  }
  if (value.length > labelLimits.badges) {
    throw new TypeError(
      `There are ${value.length} badges, and at most ${labelLimits.badges} are taken: leave some out.`,
    );
  }
  return value.map((badge: unknown, index) => checkedBadge(badge, `badges[${index}].`, note));
}

function checkedBadge(value: unknown, prefix: string, note: Note): GivenBadge {
  const { text, icon, tone, tooltip, href } = fieldsOf(value);
  return {
    text: checkedText(`${prefix}text`, text, labelLimits.badge),
    ...checkAppearance(prefix, icon, tone, note),
    ...(tooltip !== undefined && {
      tooltip: checkedText(`${prefix}tooltip`, tooltip, labelLimits.tooltip),
    }),
    ...(href !== undefined && { href: checkedAddress(`${prefix}href`, href) }),
  };
}

function checkedAddress(name: string, value: unknown): string {
  const address = typeof value === 'string' ? parseBareHttps(value) : undefined;
  if (address === undefined || address.href.length > labelLimits.href) {
    throw new TypeError(
      `${name} takes an https address of at most ${labelLimits.href} characters, without a name and password.`,
    );
  }
  return address.href;
}

/** The kind of a value for an error message; untrusted text is not repeated. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === '') return 'empty';
  if (Array.isArray(value)) return 'an array';
  const type = typeof value;
  if (type === 'undefined') return 'missing';
  return type === 'object' ? 'an object' : `a ${type}`;
}
