import { Check, Copy, FileJson, FolderOpen, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FromPage } from '../../shared/pageMessages';
import { usePage } from '../page';

type SessionAction = Extract<
  FromPage['type'],
  'openRawTranscript' | 'openProject' | 'copySessionId'
>;

const actions: readonly (readonly [type: SessionAction, name: string, Icon: LucideIcon])[] = [
  ['openRawTranscript', 'Open raw transcript', FileJson],
  ['openProject', 'Open project', FolderOpen],
  ['copySessionId', 'Copy session ID', Copy],
];

const copiedMs = 1500;

interface Props {
  readonly sessionId: string;
  /** Whether Tab reaches the actions: those of one card of each column. */
  readonly reachable: boolean;
}

export function CardActions({ sessionId, reachable }: Props) {
  const { board } = usePage();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const run = (type: SessionAction) => {
    board.post({ type, sessionId });
    if (type !== 'copySessionId') return;
    setCopied(true);
    board.announcer.say('Session ID copied.');
  };
  return (
    <div className="card-actions">
      {actions.map(([type, name, Icon]) => (
        <button
          key={type}
          type="button"
          className="icon-button"
          data-action={type}
          aria-label={name}
          title={name}
          tabIndex={reachable ? 0 : -1}
          onClick={() => run(type)}
        >
          {copied && type === 'copySessionId' ? (
            <Check className="icon" aria-hidden="true" />
          ) : (
            <Icon className="icon" aria-hidden="true" />
          )}
        </button>
      ))}
    </div>
  );
}
