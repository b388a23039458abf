import { tagColors, type TagColor } from '../../../shared/text/tagColors';
import { maxTags, type CardTag, type MarkTarget, type Tag } from '../../../shared/protocol/marks';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { parseGivenName, maxTagLength } from '../../../shared/text/givenName';
import { t } from '../../../shared/words/l10n';

const colorNames: Readonly<Record<TagColor, () => string>> = {
  red: () => t('Red'),
  orange: () => t('Orange'),
  yellow: () => t('Yellow'),
  green: () => t('Green'),
  teal: () => t('Teal'),
  blue: () => t('Blue'),
  purple: () => t('Purple'),
  pink: () => t('Pink'),
};

/** A target of the tag menu, with its current tags. */
export interface Tagged {
  readonly target: MarkTarget;
  readonly tags: readonly Pick<CardTag, 'word'>[];
}

/** A row of the tag menu; choosing it adds or removes the tag. */
export type TagRow =
  | {
      readonly kind: 'known' | 'new';
      readonly tag: Tag;
      readonly on: boolean;
      readonly label: string;
      readonly description: string;
    }
  /** Explains why no tag is offered for the typed text. */
  | { readonly kind: 'note'; readonly label: string };

/** All tags of the sessions, sorted by word, without duplicates. */
export function knownTags(sessions: Iterable<Pick<LiveSession, 'tags'>>): readonly Tag[] {
  const byWord = new Map<string, Tag>();
  for (const { word, color } of [...sessions].flatMap(({ tags }) => tags ?? [])) {
    const known = tagColors.find((one) => one === color);
    if (known !== undefined) byWord.set(word.toLowerCase(), { word, color: known });
  }
  return [...byWord.values()].sort((a, b) => a.word.localeCompare(b.word));
}

/**
 * Rows for the typed text: the known tags, then each colour in which the typed word can become a
 * tag.
 */
export function tagRows(
  typed: string,
  known: readonly Tag[],
  tagged: readonly Tagged[],
): readonly TagRow[] {
  const rows = known.map((tag) => knownRow(tag, tagged));
  if (typed.trim() === '')
    return rows.length > 0 ? rows : [{ kind: 'note', label: t('Type a word to make it a tag') }];
  const given = parseGivenName(typed, maxTagLength);
  if ('fault' in given) {
    const label =
      given.fault === 'long'
        ? t('A tag has at most 24 characters.')
        : t('This tag has a character that can’t be shown.');
    return [...rows, { kind: 'note', label }];
  }
  const word = known.find((one) => sameWord(one.word, given.name))?.word ?? given.name;
  const isOffered = (color: TagColor): boolean =>
    !known.some((one) => sameWord(one.word, word) && one.color === color);
  // Colours that no tag uses come first, because colours help to distinguish tags.
  const used = (color: TagColor): number => Number(known.some((one) => one.color === color));
  const offered = tagColors.filter(isOffered).sort((a, b) => used(a) - used(b));
  const fresh = offered.map((color) => ({
    kind: 'new' as const,
    tag: { word, color },
    on: true,
    label: word,
    description: t('Tag in {0}', colorNames[color]()),
  }));
  return [...rows, ...fresh];
}

function knownRow(tag: Tag, tagged: readonly Tagged[]): TagRow {
  const having = tagged.filter(({ tags }) => tags.some(({ word }) => sameWord(word, tag.word)));
  const isSet = having.length === tagged.length;
  return {
    kind: 'known',
    tag,
    on: !isSet,
    label: tag.word,
    description: isSet
      ? t('set; choose it to remove it')
      : having.length > 0
        ? t('set on {0} of {1}', having.length, tagged.length)
        : '',
  };
}

/** The session's own tags, without those of its project. */
export function ownTags(session: Pick<LiveSession, 'tags'>): readonly CardTag[] {
  return (session.tags ?? []).filter(({ project }) => project !== true).slice(0, maxTags);
}

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
