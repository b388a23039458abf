import { useEffect } from 'react';
import { AcceptBanner } from './components/board/AcceptBanner';
import { BoardArea } from './components/board/BoardArea';
import { DayView } from './components/board/DayView';
import { FirstRun, Loading, SwitchedOff } from './components/board/NoBoard';
import { DigestLine } from './components/board/DigestLine';
import { HooksHint } from './components/board/HooksHint';
import { MachinesHint } from './components/board/MachinesHint';
import { Notices } from './components/board/Notices';
import { StrandedHint } from './components/board/StrandedHint';
import { KeyHelp } from './components/bar/KeyHelp';
import { UnsentDraftTray } from './components/kept/UnsentAnswers';
import { RefusalBelow } from './components/request/Refusal';
import { TopBar } from './components/bar/TopBar';
import { HostGuard } from './components/HostGuard';
import { Announcements, KeysOffNote } from './components/Announcements';
import { pressKey } from './keys/keys';
import { isFind } from './keys/shortcut';
import { useBoard, usePage, useView } from './page';
import { useKeyPause } from './typing/useKeyPause';

export function App() {
  useKeyPause();
  useKeys();
  return (
    <>
      <TopBar />
      <UnsentDraftTray />
      <HostGuard>
        <Notices>
          <AcceptBanner />
          <MachinesHint />
          <StrandedHint />
          <DigestLine />
          <HooksHint />
        </Notices>
        <Content />
        <RefusalBelow />
      </HostGuard>
      <KeyHelp />
      <KeysOffNote />
      <Announcements />
    </>
  );
}

function Content() {
  const empty = useBoard((state) => state.sessions.size === 0);
  const connection = useBoard((state) => state.connection);
  const day = useView((state) => state.layout === 'day');
  if (!empty) return day ? <DayView /> : <BoardArea />;
  if (connection === 'connecting') return <Loading />;
  return connection === 'off' ? <SwitchedOff /> : <FirstRun />;
}

/** Handles shortcuts regardless of which element has the focus. */
function useKeys(): void {
  const page = usePage();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.defaultPrevented && !isFind(event)) return;
      if (pressKey(page, event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [page]);
}
