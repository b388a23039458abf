import { Pin } from 'lucide-react';
import { tagColors } from '../../../shared/text/tagColors';
import type { CardTag } from '../../../shared/protocol/marks';
import { useView } from '../../page';
import type { ViewState } from '../../view';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';

/**
 * Number of tags that are shown as words, by the available width; the others are shown as a count
 * with a tooltip.
 */
function maxShownTags({ layout, density }: Pick<ViewState, 'layout' | 'density'>): number {
  if (layout === 'list' || density === 'compact') return 1;
  return layout === 'grid' ? 2 : 3;
}

/** A pin icon, with a text for screen readers. */
export function PinMark({ name }: { readonly name: string }) {
  return (
    <span className="pin-mark rigid muted" title={name}>
      <Pin className="icon" aria-hidden="true" />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

interface Props {
  readonly tags: readonly CardTag[];
  readonly id?: string;
}

/** Tags as words, each with a dot in its colour. */
export function Tags({ tags, id }: Props) {
  const maxShown = useView(maxShownTags);
  const [shown, others] = [tags.slice(0, maxShown), tags.slice(maxShown)];
  return (
    <span id={id} className="tags flex gap-4 shrinks">
      <span className="visually-hidden">{t('Tags:')} </span>
      {shown.map((tag) => (
        <TagChip key={tag.word} tag={tag} />
      ))}
      {others.length > 0 && (
        <span
          className="tag across-inline gap-4 may-shrink shrinks text regular one-line"
          title={others.map(wordOf).join(', ')}
        >
          <span aria-hidden="true">{`+${others.length}`}</span>
          <span className="visually-hidden">{others.map(wordOf).join(', ')}</span>
        </span>
      )}
    </span>
  );
}

function TagChip({ tag }: { readonly tag: CardTag }) {
  const word = wordOf(tag);
  return (
    <span
      className="tag across-inline gap-4 may-shrink shrinks text regular one-line"
      data-tag={tagColors.find((color) => color === tag.color)}
      title={tag.project === true ? t('{0} (tag of the project)', word) : word}
    >
      <bdi className="ellipsis">{word}</bdi>{' '}
    </span>
  );
}

function wordOf({ word }: CardTag): string {
  return plainTitle(word, 24);
}
