import { CheckCheck, ChevronLeft, ChevronRight, History, X } from 'lucide-react';
import { Fragment } from 'react';
import type { Digest } from '../../../shared/protocol/looks';
import { digestHeading, digestParts } from '../../../shared/board/texts/digestText';
import { t } from '../../../shared/words/l10n';
import { nextChangedKey } from '../../keys/keys';
import { currentTour, type TourState } from '../../looks/tour';
import { useBoard, usePage, useView } from '../../page';
import { useStore } from '../../store';
import { isPaneInPlace } from '../../view';
import { Button } from '../Button';
import { ToolButton } from '../ToolButton';
import { useIsNoticeDrawn } from './Notices';

/**
 * The digest in one line, with the tour of its sessions. It is hidden while a session replaces the
 * lists, unless the tour is running.
 */
export function DigestLine() {
  const digest = useBoard(({ summary }) => summary.digest);
  const { tour } = usePage();
  const state = currentTour(
    useStore(tour.state, (one) => one),
    digest,
  );
  const shownDigest = digest ?? state?.digest;
  const isDrawn = useIsNoticeDrawn(shownDigest !== undefined);
  const isInPlace = useView(isPaneInPlace);
  if (shownDigest === undefined || !isDrawn || (isInPlace && state === undefined)) return null;
  return (
    <section className="notice digest" data-tone="blue" aria-label={t('While you were away')}>
      <History className="icon" aria-hidden="true" />
      <DigestWords digest={shownDigest} />
      {state === undefined ? <Start /> : <Steps state={state} />}
      <ToolButton name={t('Close')} Icon={X} onClick={() => tour.close()} />
    </section>
  );
}

const lineBreak = '\n';

/** The text of the digest. */
export function DigestWords({ digest }: { readonly digest: Digest }) {
  const { clock } = usePage();
  // Re-renders once a minute instead of each second.
  useStore(clock, (time) => Math.floor(time / 60_000));
  const now = clock.get();
  // Selected as one string, because a new array would re-render the text at every change of the
  // board.
  const joinedLines = useBoard(({ sessions }) =>
    digestParts(digest, [...sessions.values()], now).join(lineBreak),
  );
  const parts = joinedLines.split(lineBreak);
  return (
    <p className="digest-words muted">
      <span className="digest-since">{digestHeading(digest, now)}: </span>
      {parts.map((part, place) => (
        <Fragment key={part}>
          <span className="bright one-line">
            {part}
            {place < parts.length - 1 && <span className="muted">{'\u00a0·'}</span>}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  );
}

function Start() {
  const { tour } = usePage();
  const shortcut = useShortcut();
  return (
    <span className="digest-steps across gap-4">
      <Button
        name={t('Go Through')}
        {...(shortcut !== undefined && { shortcut })}
        onClick={() => tour.step(1, 'focus')}
      />
      <ToolButton
        name={t('Mark All as Seen')}
        Icon={CheckCheck}
        onClick={() => tour.markAllAsSeen()}
      />
    </span>
  );
}

function Steps({ state: { ids, place } }: { readonly state: TourState }) {
  const { tour } = usePage();
  const isMore = useBoard(
    ({ summary }) => summary.digest?.sessionIds.some((id) => !ids.includes(id)) === true,
  );
  const shortcut = useShortcut();
  return (
    <span className="digest-steps across gap-4">
      <span className="digest-place muted figure">{t('{0} of {1}', place + 1, ids.length)}</span>
      <ToolButton
        name={t('Previous')}
        Icon={ChevronLeft}
        aria-disabled={place <= 0}
        onClick={() => tour.step(-1, 'show')}
      />
      <ToolButton
        name={t('Next')}
        Icon={ChevronRight}
        shortcut={shortcut}
        aria-disabled={place >= ids.length - 1 && !isMore}
        onClick={() => tour.step(1, 'show')}
      />
    </span>
  );
}

function useShortcut(): string | undefined {
  return useView(({ singleKeys }) => singleKeys) ? nextChangedKey : undefined;
}
