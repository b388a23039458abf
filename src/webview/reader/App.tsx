import { useEffect } from 'react';
import { t } from '../../shared/words/l10n';
import { lostReason } from '../pulse';
import { Announcements, KeysOffNote } from '../components/Announcements';
import { isFind } from '../keys/shortcut';
import { useKeyPause } from '../typing/useKeyPause';
import { FindBar } from './components/FindBar';
import { Header } from './components/Header';
import { KeyList } from './components/KeyList';
import { OutlinePanel } from './components/OutlinePanel';
import { SessionBar } from './components/SessionBar';
import { TranscriptList } from './components/TranscriptList';
import { GrantUseContext, useFindGrantUse } from './allowedCalls';
import { pressReaderKey } from './keys';
import { useReaderIsLost, useReader, useTranscript } from './reader';

export function ReaderApp() {
  const reader = useReader();
  useKeyPause();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.defaultPrevented && !isFind(event)) return;
      if (pressReaderKey(reader, event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [reader]);
  const allowed = useFindGrantUse(reader.host.start.target.sessionId);
  return (
    <GrantUseContext value={allowed}>
      <Header />
      <FindBar />
      <div className="beside flex grows shrinks-down anchor">
        <div className="stack grows shrinks shrinks-down">
          <main className="main stack grows shrinks shrinks-down">
            <Content />
          </main>
          <SessionBar />
        </div>
        <OutlinePanel />
      </div>
      <KeyList />
      <KeysOffNote />
      <Announcements />
    </GrantUseContext>
  );
}

function Content() {
  const phase = useTranscript((state) => state.phase);
  const problem = useTranscript((state) => state.problem);
  const empty = useTranscript((state) => state.rows.length === 0);
  const hasEnd = useTranscript((state) => state.hasEnd);
  const isLost = useReaderIsLost();
  if (phase === 'failed') return <p className="message muted centered">{problem}</p>;
  if (phase === 'loading' && isLost)
    return <p className="message muted centered">{lostReason()}</p>;
  if (phase === 'loading')
    return <p className="message muted centered">{t('Loading the transcript…')}</p>;
  // The list is mounted even if it is empty, so that new items appear in it.
  return (
    <>
      {empty && hasEnd && <p className="message muted centered">{t('No messages yet.')}</p>}
      <TranscriptList />
    </>
  );
}
