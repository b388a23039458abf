import type { ReactNode, RefObject } from 'react';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { shownTags } from '../../../shared/board/sessionNames';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { activityLineWithState } from '../../../shared/board/activityLine';
import { Badges } from '../card/Badges';
import { BlockedNote } from '../card/offers/BlockedNote';
import { CardDoing } from '../card/CardDoing';
import { EndNotes } from '../card/EndNotes';
import { CardTime } from '../card/facts/CardTime';
import { CardFacts } from '../card/facts/CardFacts';
import { PinMark, Tags } from '../card/Marks';
import { StateIcon } from '../card/StateIcon';

interface Props {
  readonly session: LiveSession;
  /** Prefix of element ids; the title's id ends with `title`. */
  readonly id: string;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly links: 'editor' | 'browser';
  /** Links and buttons below the facts. */
  readonly children?: ReactNode;
}

/** Title of a session in its full view. */
export function wholeTitle({ title }: LiveSession): string {
  return plainTitle(title) || t('Untitled session');
}

/** Title, state and facts of a session's full view, on a phone's screen or in the pane. */
export function WholeHead({ session, id, heading, links, children }: Props) {
  const { pinned } = session;
  const tags = shownTags(session);
  const away = session.machine?.away;
  return (
    <header className="whole-head stack gap-4">
      <h2
        ref={heading}
        id={`${id}title`}
        className="whole-title bright breaks"
        data-action="title"
        tabIndex={-1}
        dir="auto"
      >
        {wholeTitle(session)}
      </h2>
      <div className="whole-state icon-text-end gap-8">
        <StateIcon name={cardLookOf(session).lucide} className="toned icon-20" />
        <CardDoing id={`${id}state`} activityLine={activityLineWithState(session)} />
        <CardTime session={session} saysAgo />
      </div>
      <EndNotes session={session} />
      {away === undefined && <BlockedNote session={session} />}
      <Badges session={session} links={links} />
      {(pinned === true || tags.length > 0) && (
        <p className="across gap-8">
          {pinned === true && <PinMark name={t('Pinned')} />}
          {tags.length > 0 && <Tags tags={tags} />}
        </p>
      )}
      <CardFacts session={session} />
      {children}
    </header>
  );
}
