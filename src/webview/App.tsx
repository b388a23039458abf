import { Announcements } from './components/Announcements';
import { BoardArea } from './components/BoardArea';
import { FirstRun } from './components/FirstRun';
import { HooksHint } from './components/HooksHint';
import { Loading } from './components/Loading';
import { OfflineBanner } from './components/OfflineBanner';
import { TopLine } from './components/TopLine';
import { useBoard } from './page';

export function App() {
  return (
    <>
      <TopLine />
      <OfflineBanner />
      <HooksHint />
      <Content />
      <Announcements />
    </>
  );
}

function Content() {
  const empty = useBoard((state) => state.sessions.size === 0);
  const connecting = useBoard((state) => state.connection === 'connecting');
  if (!empty) return <BoardArea />;
  return connecting ? <Loading /> : <FirstRun />;
}
