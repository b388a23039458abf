import { useEffect, type ReactNode, type SyntheticEvent } from 'react';
import { Announcements } from './components/Announcements';
import { BoardArea } from './components/board/BoardArea';
import { DayView } from './components/board/DayView';
import { FirstRun } from './components/board/FirstRun';
import { HooksHint } from './components/board/HooksHint';
import { KeyHelp } from './components/bar/KeyHelp';
import { KeptTray } from './components/kept/KeptWords';
import { KeysOff } from './components/bar/KeysOff';
import { Loading } from './components/board/Loading';
import { SwitchedOff } from './components/board/SwitchedOff';
import { TopBar } from './components/bar/TopBar';
import { isField } from './keys/focus';
import { pressKey } from './keys/keys';
import { useBoard, useIsLost, usePage, useView } from './page';
import { lostReason } from './pulse';

export function App() {
  useKeys();
  return (
    <>
      <TopBar />
      <KeptTray />
      <Living>
        <HooksHint />
        <Content />
      </Living>
      <KeyHelp />
      <KeysOff />
      <Announcements />
    </>
  );
}

/** While the host is silent, nothing in here can be pressed; whoever types goes on typing. */
function Living({ children }: { readonly children: ReactNode }) {
  const isLost = useIsLost();
  const { pulse } = usePage();
  const holdBack = (event: SyntheticEvent) => {
    if (!pulse.refuses()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: SyntheticEvent) => {
    if (!(event.target instanceof Element) || isField(event.target)) return;
    const pressed = event.target.closest('button, input, select, summary, a');
    // A tab shows what is here already.
    if (pressed !== null && !pressed.matches('[role="tab"]')) holdBack(event);
  };
  return (
    <div
      className="living"
      data-lost={isLost}
      title={isLost ? lostReason() : undefined}
      onClickCapture={onClick}
      onSubmitCapture={holdBack}
    >
      {children}
    </div>
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

/** Single keys work wherever the focus is on the page. */
function useKeys(): void {
  const page = usePage();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && pressKey(page, event)) event.preventDefault();
    };
    // Before anything else hears of a key: a button that has the focus knows Enter itself.
    const onCapture = (event: KeyboardEvent) => {
      if (event.target instanceof Element && isField(event.target)) return;
      if (!page.keyRest.holdsOff(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onCapture, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onCapture, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [page]);
}
