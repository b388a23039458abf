import { useEffect, useLayoutEffect, useRef } from 'react';
import { groupHeadings } from '../../../../shared/presentation';
import { GroupCards } from '../../../components/board/CardList';
import { EmptyGroup } from '../../../components/board/EmptyGroup';
import { UsedLimits } from '../../../components/bar/UsedLimits';
import { MachinesHint } from '../../../components/board/MachinesHint';
import { Loading } from '../../../components/board/NoBoard';
import { UnsentDraftTray } from '../../../components/kept/UnsentAnswers';
import { focusSession } from '../../../keys/focus';
import { isEmptyIn } from '../../../layout/arrange';
import { useBoard, usePage, useView } from '../../../page';
import { usePhone, usePhoneState } from '../phone';
import { DayLine } from './DayLine';
import { DigestNote } from './DigestNote';
import { GrantsLine } from './GrantsLine';
import { NotifyOffer } from './NotifyOffer';
import { TabBar } from './TabBar';

interface Props {
  /** False if a card may be open beside the board. */
  readonly isAlone: boolean;
  /** True if no other screen is open. */
  readonly isMain: boolean;
}

/** Scroll position to restore when returning. */
interface Place {
  readonly tab: string;
  readonly top: number;
  readonly sessionId: string | undefined;
}

let savedPlace: Place | undefined;

/** The sessions of one group, most urgent first, and the tabs of all three groups. */
export function BoardScreen(props: Props) {
  const isLoading = useBoard(({ connection }) => connection === 'connecting');
  return (
    <div className="board-screen stack shrinks-down">
      {isLoading ? <Loading /> : <Group {...props} />}
      <TabBar />
    </div>
  );
}

function Group({ isAlone, isMain }: Props) {
  const tab = useView((state) => state.tab);
  const isEmpty = useBoard(({ columns }) => isEmptyIn(columns, tab));
  const phase = usePhoneState((state) => state.phase);
  const scroll = useRef<HTMLDivElement>(null);
  useFixedCardsWhileTouched(scroll);
  useScrollRestoration(scroll, tab, isAlone);
  return (
    <div
      ref={scroll}
      role={isMain ? 'main' : 'region'}
      className="board screen stack grows shrinks-down"
      data-layout="tabs"
      data-group={tab}
      data-stale={phase !== 'live'}
      aria-labelledby="group-name"
    >
      <h2 id="group-name" className="visually-hidden">
        {groupHeadings[tab]()}
      </h2>
      <NotifyOffer />
      <UnsentDraftTray />
      <MachinesHint />
      <DigestNote />
      <GrantsLine />
      {tab === 'needs_you' && <DayLine />}
      {tab === 'needs_you' && <UsedLimits />}
      {isEmpty ? <EmptyGroup group={tab} /> : <GroupCards key={tab} group={tab} />}
    </div>
  );
}

/** Keeps cards in place while a finger is on the list. */
function useFixedCardsWhileTouched(scroll: React.RefObject<HTMLElement | null>): void {
  const { board } = usePage();
  useEffect(() => {
    const element = scroll.current;
    if (element === null) return undefined;
    const onPointer = (): void => board.pointerMoved();
    element.addEventListener('pointerdown', onPointer);
    element.addEventListener('pointermove', onPointer);
    return () => {
      element.removeEventListener('pointerdown', onPointer);
      element.removeEventListener('pointermove', onPointer);
    };
  }, [board, scroll]);
}

/**
 * Restores scroll position and focus when returning from a card; a different tab starts at its top.
 */
function useScrollRestoration(
  scroll: React.RefObject<HTMLElement | null>,
  tab: string,
  isAlone: boolean,
): void {
  const { screens } = usePhone();
  useLayoutEffect(() => {
    const element = scroll.current;
    if (!isAlone || element === null) return undefined;
    if (savedPlace?.tab === tab) {
      element.scrollTo({ top: savedPlace.top });
      focusSession(element, savedPlace.sessionId ?? '');
    } else {
      element.scrollTo({ top: 0 });
    }
    return () => {
      const next = screens.state.get();
      const sessionId = next.kind === 'card' ? next.sessionId : undefined;
      savedPlace = { tab, top: element.scrollTop, sessionId };
    };
  }, [scroll, screens, tab, isAlone]);
  useEffect(() => {
    document.title = 'Mission Control';
  }, []);
}
