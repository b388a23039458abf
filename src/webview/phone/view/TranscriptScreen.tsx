import { ArrowDown, ChevronLeft, ListTree, Search } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/words/l10n';
import { StateIcon } from '../../components/card/StateIcon';
import { Announcements } from '../../components/Announcements';
import { ToolButton } from '../../components/ToolButton';
import { PageContext } from '../../page';
import { GrantUseContext, useFindGrantUse } from '../../reader/allowedCalls';
import { FindBar } from '../../reader/components/FindBar';
import { OutlinePanel } from '../../reader/components/OutlinePanel';
import { TranscriptList } from '../../reader/components/TranscriptList';
import { registerLanguages } from '../../reader/highlight';
import { openFind, toggleOutline } from '../../reader/keys';
import {
  Reader,
  ReaderContext,
  useReader,
  useReaderIsLost,
  useTranscript,
} from '../../reader/reader';
import { useStore } from '../../store';
import { OpenCarrierContext } from '../readerCarrier';
import * as languages from './languages';
import { transcriptHost } from './transcriptHost';
import { useStyle } from './useStyle';

registerLanguages(languages);

interface Props {
  readonly sessionId: string;
  readonly agentId?: string;
  readonly onBack: () => void;
}

/** The transcript of a session or a subagent, read-only on a phone. */
export function TranscriptScreen({ sessionId, agentId, onBack }: Props) {
  /**
   * Ids of the subagents that were opened from here, one within the other; the last one is shown.
   */
  const [within, setWithin] = useState<readonly string[]>([]);
  const reader = useOpenReader(sessionId, within.at(-1) ?? agentId, (opened) =>
    setWithin((before) => [...before, opened]),
  );
  const isStyled = useStyle('reader.css');
  // Read by the phone's own page, because the transcript's page has no host.
  const allowed = useFindGrantUse(sessionId);
  const back = (): void => {
    if (within.length === 0) onBack();
    else setWithin(within.slice(0, -1));
  };
  return (
    <main className="screen transcript-screen" aria-label={t('Transcript')}>
      {reader !== undefined && isStyled && (
        <ReaderContext value={reader}>
          <PageContext value={reader.page}>
            <Head onBack={back} />
            <FindBar />
            <div className="beside">
              <div className="main">
                <GrantUseContext value={allowed}>
                  <Content />
                </GrantUseContext>
                <ToEnd />
              </div>
              <OutlinePanel />
            </div>
            <Announcements />
          </PageContext>
        </ReaderContext>
      )}
    </main>
  );
}

function useOpenReader(
  sessionId: string,
  agentId: string | undefined,
  onSubagent: (agentId: string) => void,
): Reader | undefined {
  const open = use(OpenCarrierContext);
  const [reader, setReader] = useState<Reader>();
  const openSubagent = useRef(onSubagent);
  useEffect(() => {
    openSubagent.current = onSubagent;
  });
  useEffect(() => {
    if (open === undefined) return undefined;
    const target = { sessionId, ...(agentId !== undefined && { agentId }) };
    const carrier = open(target);
    const newReader = new Reader(
      transcriptHost(target, carrier, (opened) => openSubagent.current(opened)),
    );
    const ends = [newReader.start(), carrier.onRenewed(() => newReader.requestAgain())];
    setReader(newReader);
    return () => {
      for (const end of ends) end();
      carrier.close();
    };
  }, [open, sessionId, agentId]);
  return reader;
}

function Head({ onBack }: Pick<Props, 'onBack'>) {
  const reader = useReader();
  const head = useTranscript((state) => state.head);
  const isLost = useReaderIsLost();
  const hasOutline = useStore(reader.outline.state, (state) => state.open);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <header className="transcript-head">
      <ToolButton name={t('Back')} Icon={ChevronLeft} onClick={onBack} />
      <div className="transcript-names">
        <h1 ref={title} className="transcript-title ellipsis" tabIndex={-1}>
          {head?.title ?? t('Transcript')}
        </h1>
        <p className="transcript-place">
          {isLost && <span className="transcript-lost">{t('Not connected…')}</span>}
          {!isLost && head?.state !== undefined && (
            <span className="transcript-state" data-tone={head.state.tone}>
              <StateIcon name={head.state.icon} />
              <span className="ellipsis">{head.state.label}</span>
            </span>
          )}
          <span className="ellipsis">
            {head?.parentTitle === undefined
              ? head?.projectName
              : t('Subagent of {0}', head.parentTitle)}
          </span>
        </p>
      </div>
      <ToolButton name={t('Find')} Icon={Search} onClick={() => openFind(reader)} />
      <ToolButton
        name={t('Outline')}
        Icon={ListTree}
        aria-pressed={hasOutline}
        onClick={() => toggleOutline(reader)}
      />
    </header>
  );
}

function Content() {
  const phase = useTranscript((state) => state.phase);
  const problem = useTranscript((state) => state.problem);
  const isEmpty = useTranscript((state) => state.rows.length === 0);
  const hasEnd = useTranscript((state) => state.hasEnd);
  const isLost = useReaderIsLost();
  if (phase === 'failed') return <p className="message">{problem}</p>;
  if (phase === 'loading') {
    return <p className="message">{isLost ? t('Not connected…') : t('Loading the transcript…')}</p>;
  }
  return (
    <>
      {isEmpty && hasEnd && <p className="message">{t('No messages yet.')}</p>}
      <TranscriptList />
    </>
  );
}

/** Button that returns to the end of the transcript and then follows new items. */
function ToEnd() {
  const { transcript } = useReader();
  const isAtEnd = useStore(transcript.list.atEnd, (atEnd) => atEnd);
  const hasEnd = useTranscript((state) => state.hasEnd);
  const isShown = useTranscript((state) => state.phase === 'shown');
  if (!isShown || (isAtEnd && hasEnd)) return null;
  return (
    <button type="button" className="secondary to-end" onClick={() => transcript.toEnd()}>
      <ArrowDown className="icon" aria-hidden="true" /> {t('Go to the End')}
    </button>
  );
}
