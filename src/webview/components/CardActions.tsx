import {
  Archive,
  ArchiveRestore,
  Check,
  Copy,
  FileJson,
  FolderOpen,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { isDismissed, isDismissible } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol';
import { usePage, useView } from '../page';

const copiedMs = 1500;

interface Props {
  readonly session: LiveSession;
  /** Id of the explanation that "Why?" opens. */
  readonly whyId: string;
  /** Whether Tab reaches the actions: those of one card of each column. */
  readonly reachable: boolean;
}

export function CardActions({ session, whyId, reachable }: Props) {
  const { sessionId, agentState } = session;
  const { board } = usePage();
  const [copied, confirmCopy] = useCopied();
  const dismissed = isDismissed(agentState);
  return (
    <div className="card-actions">
      <WhyButton sessionId={sessionId} whyId={whyId} reachable={reachable} />
      <Action
        type="openRawTranscript"
        name="Open raw transcript"
        Icon={FileJson}
        reachable={reachable}
        run={() => board.post({ type: 'openRawTranscript', sessionId })}
      />
      <Action
        type="openProject"
        name="Open project"
        Icon={FolderOpen}
        reachable={reachable}
        run={() => board.post({ type: 'openProject', sessionId })}
      />
      <Action
        type="copySessionId"
        name="Copy session ID"
        Icon={copied ? Check : Copy}
        reachable={reachable}
        run={() => {
          board.post({ type: 'copySessionId', sessionId });
          confirmCopy();
        }}
      />
      {(dismissed || isDismissible(agentState)) && (
        <Action
          type="archive"
          name={dismissed ? 'Restore' : 'Dismiss'}
          Icon={dismissed ? ArchiveRestore : Archive}
          reachable={reachable}
          run={() => board.post({ type: 'archive', sessionId, archived: !dismissed })}
        />
      )}
    </div>
  );
}

interface ActionProps {
  readonly type: string;
  readonly name: string;
  readonly Icon: LucideIcon;
  readonly reachable: boolean;
  readonly run: () => void;
}

function Action({ type, name, Icon, reachable, run }: ActionProps) {
  return (
    <button
      type="button"
      className="icon-button"
      data-action={type}
      aria-label={name}
      title={name}
      tabIndex={reachable ? 0 : -1}
      onClick={run}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  );
}

interface WhyButtonProps {
  readonly sessionId: string;
  readonly whyId: string;
  readonly reachable: boolean;
}

function WhyButton({ sessionId, whyId, reachable }: WhyButtonProps) {
  const { view } = usePage();
  const open = useView((state) => state.disclosed.has(`why/${sessionId}`));
  return (
    <button
      type="button"
      className="why-button"
      data-action="why"
      title="Why this state?"
      aria-expanded={open}
      aria-controls={whyId}
      tabIndex={reachable ? 0 : -1}
      onClick={() => view.toggle(`why/${sessionId}`)}
    >
      Why?
    </button>
  );
}

/** True for a moment after a copy, which is also said. */
function useCopied(): readonly [copied: boolean, confirm: () => void] {
  const { board } = usePage();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const confirm = () => {
    setCopied(true);
    board.announcer.say('Session ID copied.');
  };
  return [copied, confirm];
}
