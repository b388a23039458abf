import { lazy, Suspense, useEffect, useState } from 'react';
import { needsYouCounts } from '../../../shared/board/needsYou';
import { t } from '../../../shared/words/l10n';
import { useBoard } from '../../page';
import { BoardScreen } from './board/BoardScreen';
import { NextButton } from './NextButton';
import { OfflineNote } from './OfflineNote';
import { usePhone, usePhoneState, useScreen } from './phone';
import { ConfirmNote, ProblemNote } from './ProblemNote';
import { TopLine } from './TopLine';
import type * as laterModule from './laterScreens';
import { useMedia } from './useMedia';
import type { Screen } from './screens';

/** Width from which the board is shown beside the open screen. */
const twoPanes = '(width >= 720px)';

/** Loaded when first needed, because the transcript's code is as large as the rest of the page. */
const TranscriptScreen = lazy(async () => {
  const { TranscriptScreen: loaded } = await import('./TranscriptScreen');
  return { default: loaded };
});

type LaterScreens = typeof laterModule;

let laterScreens: LaterScreens | undefined;

/** Loads the later screens once the board is shown. If that fails, each rendering tries again. */
function useLaterScreens(): LaterScreens | undefined {
  const [loaded, setLoaded] = useState(laterScreens);
  useEffect(() => {
    if (loaded !== undefined) return;
    import('./laterScreens').then(
      (screens) => setLoaded((laterScreens = screens)),
      () => undefined,
    );
  });
  return loaded;
}

/** The screens of a phone that has a board. */
export function Connected() {
  const screen = useScreen();
  const isWide = useMedia(twoPanes);
  const [isSetting, setSetting] = useState(false);
  const { screens } = usePhone();
  useAppBadge();
  const later = useLaterScreens();
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
        {later && <later.TranscriptAnswer sessionId={target.sessionId} />}
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
        <LaterScreen later={later} screen={screen} />
        {isWide && screen.kind === 'board' && <NoCard />}
      </div>
      {isSetting && later && <later.SettingsSheet onClose={() => setSetting(false)} />}
    </>
  );
}

interface LaterScreenProps {
  readonly later: LaterScreens | undefined;
  readonly screen: Screen;
}

/** The open screen if it is one of the later screens. */
function LaterScreen({ later, screen }: LaterScreenProps) {
  if (screen.kind === 'board' || screen.kind === 'transcript') return null;
  if (later === undefined) return <p className="pane-empty">{t('Loading…')}</p>;
  if (screen.kind === 'day') return <later.DayScreen />;
  if (screen.kind === 'card')
    return <later.CardScreen key={screen.sessionId} sessionId={screen.sessionId} />;
  return (
    <later.ReviewScreen key={screen.sessionId} sessionId={screen.sessionId} path={screen.path} />
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
          ? t('Sessions appear here as soon as an agent runs.')
          : t('Choose a session to see all of it.')}
      </p>
      <NextButton isPrimary />
    </section>
  );
}
