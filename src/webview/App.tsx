import { useEffect } from 'react';
import { Announcements } from './components/Announcements';
import { BoardArea } from './components/BoardArea';
import { DayView } from './components/DayView';
import { FirstRun } from './components/FirstRun';
import { HooksHint } from './components/HooksHint';
import { KeyHelp } from './components/KeyHelp';
import { KeptTray } from './components/KeptWords';
import { KeysOff } from './components/KeysOff';
import { Loading } from './components/Loading';
import { SwitchedOff } from './components/SwitchedOff';
import { TopBar } from './components/TopBar';
import { isField } from './focus';
import { pressKey } from './keys';
import { useBoard, usePage, useView } from './page';

export function App() {
  useKeys();
  return (
    <>
      <TopBar />
      <HooksHint />
      <KeptTray />
      <Content />
      <KeyHelp />
      <KeysOff />
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
