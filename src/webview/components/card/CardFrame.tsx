import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { isAway } from '../../../shared/board/texts/machineText';
import { shownTags } from '../../../shared/board/sessionNames';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { usePage } from '../../page';
import { useStore } from '../../store';
import type { ActivityLine } from '../../../shared/board/activityLine';
import { TabIndex } from '../Button';
import { PinMark, Tags } from './Marks';
import { useIsCurrent, useOpenCard } from './openCard';
import { StateIcon } from './StateIcon';
import { UnseenMark } from './UnseenMark';

interface Props {
  readonly session: LiveSession;
  /** Prefix of element ids; the text that describes the card has the suffix `state`. */
  readonly id: string;
  readonly activityLine: ActivityLine;
  readonly card: RefObject<HTMLElement | null>;
  readonly blocked: boolean;
  /** True for the card of its group that is the tab stop. */
  readonly isStop: boolean;
  readonly className: string;
  /** Attributes in addition to those of all cards. */
  readonly attributes: Readonly<Record<`data-${string}`, boolean>>;
  /** Handlers of the card's button other than click. */
  readonly button?: Pick<ComponentProps<'button'>, 'onDoubleClick' | 'onKeyDown'>;
  readonly children: ReactNode;
}

/** A card with its icon and its title, which is a button that covers the card. */
export function CardFrame({ session, id, activityLine, card, blocked, isStop, ...rest }: Props) {
  const { className, attributes, button, children } = rest;
  const { sessionId, pinned, unseen = false } = session;
  const { selection } = usePage();
  const openCard = useOpenCard();
  const isCurrent = useIsCurrent(sessionId);
  const selected = useStore(selection.state, ({ ids }) => ids.has(sessionId));
  const look = cardLookOf(session);
  const tags = shownTags(session);
  const described = [
    ...(selected ? [`${id}selected`] : []),
    ...(unseen ? [`${id}unseen`] : []),
    `${id}state`,
    ...(tags.length > 0 ? [`${id}tags`] : []),
  ];
  return (
    <li className="slot">
      <TabIndex value={isStop ? 0 : -1}>
        <article
          ref={card}
          className={className}
          data-session={sessionId}
          data-tone={look.tone}
          data-blocked={blocked}
          data-selected={selected}
          data-current={isCurrent}
          data-unseen={unseen}
          data-machine={session.machine === undefined ? undefined : true}
          data-away={isAway(session)}
          {...attributes}
          aria-labelledby={`${id}title`}
        >
          <span className="card-icon toned" title={activityLine.state ?? activityLine.label}>
            <StateIcon name={look.lucide} />
          </span>
          {selected && (
            <span id={`${id}selected`} className="selected-mark grid">
              <Check className="icon" aria-hidden="true" />
              <span className="visually-hidden">{t('Selected')}</span>
            </span>
          )}
          <h3
            className="title bright bold"
            dir="auto"
            title={plainTitle(session.title, 1000)}
            data-marked={pinned === true || unseen || tags.length > 0}
          >
            {unseen && <UnseenMark id={`${id}unseen`} />}
            {pinned === true && <PinMark name={t('Pinned')} />}
            <button
              type="button"
              id={`${id}title`}
              className="open wide clips breaks"
              data-action="open"
              aria-current={isCurrent ? 'true' : undefined}
              aria-describedby={described.join(' ')}
              tabIndex={isStop ? 0 : -1}
              onClick={() => openCard(sessionId)}
              {...button}
            >
              {plainTitle(session.title) || t('Untitled session')}
            </button>
            {tags.length > 0 && <Tags id={`${id}tags`} tags={tags} />}
          </h3>
          {children}
        </article>
      </TabIndex>
    </li>
  );
}
