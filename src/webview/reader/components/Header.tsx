import { ArrowDownToLine, ListTree, Search, SquareTerminal, Unplug } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { StateIcon } from '../../components/card/StateIcon';
import { ToolButton } from '../../components/ToolButton';
import { lostReason } from '../../pulse';
import { useStore } from '../../store';
import { useReaderIsLost, useReader, useTranscript } from '../reader';
import { openFind, toggleOutline } from '../keys';
import { MoreMenu } from './MoreMenu';

/** Header with the title, the state of the session, and tools. */
export function Header() {
  const head = useTranscript((state) => state.head);
  const isLost = useReaderIsLost();
  const details = [head?.projectName, head?.gitBranch, head?.model].filter((part) => part);
  return (
    <header className="head across wraps">
      <div className="head-text">
        <h1 className="head-title ellipsis bright bold" title={head?.title}>
          {head?.title ?? t('Transcript')}
        </h1>
        <p className="head-place across muted small">
          {isLost && (
            <span
              className="head-state across-inline bold gap-4"
              data-tone="amber"
              title={lostReason()}
            >
              <Unplug className="icon" aria-hidden="true" />
              {t('Not connected…')}
            </span>
          )}
          {!isLost && head?.state !== undefined && (
            <span className="head-state across-inline bold gap-4" data-tone={head.state.tone}>
              <StateIcon name={head.state.icon} />
              {head.state.label}
            </span>
          )}
          {head?.parentTitle !== undefined && (
            <span className="ellipsis">{t('Subagent of {0}', head.parentTitle)}</span>
          )}
          {details.length > 0 && (
            <span className="ellipsis head-project">{details.join(' · ')}</span>
          )}
        </p>
      </div>
      <Tools onBoard={head?.onBoard === true} />
    </header>
  );
}

/** The frequent tools; the menu has the others. */
function Tools({ onBoard }: { readonly onBoard: boolean }) {
  const reader = useReader();
  const { transcript, host } = reader;
  const following = useStore(transcript.list.atEnd, (atEnd) => atEnd);
  const hasEnd = useTranscript((state) => state.hasEnd);
  const hasOutline = useStore(reader.outline.state, (state) => state.open);
  const isLost = useReaderIsLost();
  const reaching = isLost ? { disabled: true, title: lostReason() } : {};
  const isFollowing = following && hasEnd;
  return (
    <div className="head-tools across gap-2" role="toolbar" aria-label={t('Transcript')}>
      <ToolButton name={t('Find')} shortcut="/" Icon={Search} onClick={() => openFind(reader)} />
      <ToolButton
        name={t('Outline')}
        shortcut="O"
        Icon={ListTree}
        aria-pressed={hasOutline}
        onClick={() => toggleOutline(reader)}
      />
      <button
        type="button"
        className="follow across-inline small"
        aria-pressed={isFollowing}
        aria-keyshortcuts="End"
        title={
          isFollowing
            ? t('Follows the transcript as it grows')
            : t('Go to the end and follow (End)')
        }
        onClick={() => (isFollowing ? transcript.list.stopFollowingEnd() : transcript.toEnd())}
      >
        <ArrowDownToLine className="icon" aria-hidden="true" />
        <span className="follow-text">{t('Follow')}</span>
      </button>
      <span className="head-gap" aria-hidden="true" />
      {onBoard && (
        <ToolButton
          name={t('Go to Terminal')}
          Icon={SquareTerminal}
          onClick={() => host.post({ type: 'goToTerminal' })}
          {...reaching}
        />
      )}
      <MoreMenu onBoard={onBoard} />
    </div>
  );
}
