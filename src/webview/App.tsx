import { useEffect, type ReactNode, type SyntheticEvent } from 'react';
import { BoardArea } from './components/board/BoardArea';
import { DayView } from './components/board/DayView';
import { FirstRun, Loading, SwitchedOff } from './components/board/NoBoard';
import { HooksHint } from './components/board/HooksHint';
import { KeyHelp } from './components/bar/KeyHelp';
import { KeptTray } from './components/kept/KeptWords';
import { TopBar } from './components/bar/TopBar';
import { isField } from './keys/focus';
import { pressKey } from './keys/keys';
import { keysOff, useBoard, useIsLost, usePage, useView } from './page';
import { lostReason } from './pulse';
import { useStore } from './store';

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

/** Says why keys do nothing for a moment; the live region says it, too. */
function KeysOff() {
  const isShown = useStore(usePage().keyRest.state, (shown) => shown);
  if (!isShown) return null;
  return (
    <p className="keys-off" aria-hidden="true">
      {keysOff()}
    </p>
  );
}

/** The page's only live region. */
function Announcements() {
  const text = useStore(usePage().board.announcer.text, (value) => value);
  return <output className="visually-hidden">{text}</output>;
}

/** Disables all controls in it while the host is silent; a person who types goes on typing. */
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

/** Handles shortcuts wherever the focus is on the page. */
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
