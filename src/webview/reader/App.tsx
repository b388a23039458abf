import { useEffect } from 'react';
import { t } from '../../shared/words/l10n';
import { lostReason } from '../pulse';
import { useStore } from '../store';
import { FindBar } from './components/FindBar';
import { Header } from './components/Header';
import { TranscriptList } from './components/TranscriptList';
import { pressReaderKey } from './keys';
import { useReaderIsLost, useReader, useTranscript } from './reader';

export function ReaderApp() {
  const reader = useReader();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && pressReaderKey(reader, event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [reader]);
  return (
    <>
      <Header />
      <FindBar />
      <main className="main">
        <Content />
      </main>
      <output className="visually-hidden">{useStore(reader.said, (said) => said)}</output>
    </>
  );
}

function Content() {
  const phase = useTranscript((state) => state.phase);
  const problem = useTranscript((state) => state.problem);
  const empty = useTranscript((state) => state.rows.length === 0);
  const hasEnd = useTranscript((state) => state.hasEnd);
  const isLost = useReaderIsLost();
  if (phase === 'failed') return <p className="message">{problem}</p>;
  if (phase === 'loading' && isLost) return <p className="message">{lostReason()}</p>;
  if (phase === 'loading') return <p className="message">{t('Reading the transcript…')}</p>;
  // The list is there in any case: what comes next is drawn in it.
  return (
    <>
      {empty && hasEnd && <p className="message">{t('Nothing has been said yet.')}</p>}
      <TranscriptList />
    </>
  );
}
