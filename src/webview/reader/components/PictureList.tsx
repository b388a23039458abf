import { ImageOff } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../../../shared/words/l10n';
import type { ItemPlace } from '../../../shared/messages/readerItems';
import { useStore } from '../../store';
import { numbered } from '../../numbered';
import { pictureName } from '../pictures';
import { useFold, useReader } from '../reader';

/** Pictures of an item. */
export function PictureList({
  place,
  count,
}: {
  readonly place: ItemPlace;
  readonly count: number;
}) {
  if (count === 0) return null;
  return (
    <ul className="pictures">
      {numbered(Array.from({ length: count })).map(({ id }) => (
        <li key={id}>
          <Picture place={place} index={id} />
        </li>
      ))}
    </ul>
  );
}

function Picture({ place, index }: { readonly place: ItemPlace; readonly index: number }) {
  const { pictures, host } = useReader();
  const name = pictureName(place, index);
  const picture = useStore(pictures.state, (all) => all.get(name));
  const [large, toggle] = useFold(`picture ${name}`);
  useEffect(() => pictures.requestPicture(place, index), [pictures, place, index]);
  if (picture?.kind === 'none') {
    return (
      <p className="no-picture">
        <ImageOff className="icon" aria-hidden="true" />{' '}
        {host.hasNoEditor === true
          ? t('The computer shows this picture')
          : t('This picture cannot be shown')}
      </p>
    );
  }
  if (picture?.kind !== 'there') return <div className="picture-room" aria-hidden="true" />;
  return (
    <button
      type="button"
      className="picture"
      data-large={large}
      aria-pressed={large}
      aria-label={
        large ? t('Picture {0}, full width', index + 1) : t('Picture {0}, small', index + 1)
      }
      onClick={toggle}
    >
      <img src={picture.source} alt="" />
    </button>
  );
}
