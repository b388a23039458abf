import { lazy, Suspense, useEffect, useState } from 'react';
import { needsYouCounts } from '../../../shared/board/needsYou';
import { t } from '../../../shared/words/l10n';
import { useBoard } from '../../page';
import { BoardScreen } from './board/BoardScreen';
import { CardScreen } from './card/CardScreen';
import { DayScreen } from './DayScreen';
import { NextButton } from './NextButton';
import { OfflineNote } from './OfflineNote';
import { usePhone, usePhoneState, useScreen } from './phone';
import { ConfirmNote, ProblemNote } from './ProblemNote';
import { ReviewScreen } from './review/ReviewScreen';
import { SettingsSheet } from './settings/SettingsSheet';
import { TopLine } from './TopLine';
import { TranscriptAnswer } from './TranscriptAnswer';
import { useMedia } from './useMedia';

/** Width from which the board is shown beside the open screen. */
const twoPanes = '(width >= 720px)';

/** Loaded when first needed, because the transcript's code is as large as the rest of the page. */
const TranscriptScreen = lazy(async () => {
  const { TranscriptScreen: loaded } = await import('./TranscriptScreen');
  return { default: loaded };
});

/** The screens of a phone that has a board. */
export function Connected() {
  const screen = useScreen();
  const isWide = useMedia(twoPanes);
  const [isSetting, setSetting] = useState(false);
  const { screens } = usePhone();
  useAppBadge();
  if (screen.kind === 'transcript') {
    const { kind: _kind, ...target } = screen;
    return (
      <>
        <ProblemNote />
        <Suspense fallback={<p className="pane-empty">{t('Loading the transcript…')}</p>}>
          <TranscriptScreen
            key={`${target.sessionId}/${target.agentId ?? ''}`}
            {...target}
            onBack={() => screens.back()}
          />
        </Suspense>
        <TranscriptAnswer sessionId={target.sessionId} />
      </>
    );
  }
  return (
    <>
      <TopLine isWide={isWide} onSettings={() => setSetting(true)} />
      <OfflineNote />
      <ConfirmNote />
      <ProblemNote />
      <div className="phone-panes flex grows shrinks-down" data-wide={isWide}>
        {(isWide || screen.kind === 'board') && (
          <BoardScreen isAlone={!isWide} isMain={screen.kind === 'board'} />
        )}
        {screen.kind === 'card' && (
          <CardScreen key={screen.sessionId} sessionId={screen.sessionId} />
        )}
        {screen.kind === 'review' && (
          <ReviewScreen key={screen.sessionId} sessionId={screen.sessionId} path={screen.path} />
        )}
        {screen.kind === 'day' && <DayScreen />}
        {isWide && screen.kind === 'board' && <NoCard />}
      </div>
      {isSetting && <SettingsSheet onClose={() => setSetting(false)} />}
    </>
  );
}

/**
 * Keeps the badge of an installed app, which pushes set, equal to the board's count while the page
 * is open.
 */
function useAppBadge(): void {
  const phase = usePhoneState((state) => state.phase);
  const isKnown = useBoard(({ connection }) => connection === 'live') && phase === 'live';
  const count = useBoard(({ sessions }) => needsYouCounts(sessions.values()).blocked);
  useEffect(() => {
    if (!isKnown || !('setAppBadge' in navigator)) return;
    // A page that is not installed has no badge.
    navigator.setAppBadge(count).catch(() => undefined);
  }, [isKnown, count]);
}

/** Placeholder beside the board while no card is open. */
function NoCard() {
  const isEmpty = useBoard(({ sessions }) => sessions.size === 0);
  return (
    <section className="pane-empty" aria-label={t('No session chosen')}>
      <p>
        {isEmpty
          ? t('Sessions appear here as soon as Claude Code runs.')
          : t('Choose a session to see all of it.')}
      </p>
      <NextButton isPrimary />
    </section>
  );
}
