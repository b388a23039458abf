import { useEffect } from 'react';
import { isLoaded } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { counted, t } from '../../../shared/words/l10n';
import { focusCardOrFirst } from '../../keys/focus';
import { numbered } from '../../numbered';
import { selectedText, useBoard, usePage, useView, type Page } from '../../page';
import type { Selection } from '../../select/selection';
import { selectParticipants, type Participants, type BulkAction } from '../../select/bulkActions';
import { useStore } from '../../store';
import { openSections } from '../../view';
import { Button } from '../Button';
import { BulkPromptForm } from './BulkPromptForm';

/**
 * Bar with the actions on the selected sessions, while any are selected or a prompt for them is
 * being written.
 */
export function SelectionBar({ tabbed }: { readonly tabbed: boolean }) {
  const { selection } = usePage();
  const shown = useStore(
    selection.state,
    ({ ids, writing }) => ids.size > 0 || writing !== undefined,
  );
  useEffect(() => () => void selection.clear(), [selection]);
  return shown ? <Bar tabbed={tabbed} /> : null;
}

const names = {
  pin: () => t('Pin'),
  tag: () => t('Set Tag…'),
  dismiss: () => t('Dismiss'),
  mute: () => t('Mute…'),
  prompt: () => t('Send Prompt…'),
} satisfies Readonly<Record<BulkAction, () => string>>;

function Bar({ tabbed }: { readonly tabbed: boolean }) {
  const page = usePage();
  const { selection } = page;
  const { writing, outcome } = useStore(selection.state, (state) => state);
  useVisibleOnly(selection, tabbed);
  const sessions = useSelected();
  const prompt = useParticipants('prompt', sessions);
  const clearSelection = () => {
    focusCardOrFirst(selection.anchor);
    selection.clear();
  };
  return (
    <section
      className="selection-bar stack gap-6 rigid scrolls surface"
      aria-label={t('Selected sessions')}
    >
      {writing !== undefined && <BulkPromptForm participants={prompt} />}
      {numbered(outcome).map(({ id, value }) => (
        <p key={id} className="small muted breaks">
          {value}
        </p>
      ))}
      <div className="selection-row across wraps gap-6">
        <p className="selection-count bright bold figure" tabIndex={-1}>
          {selectedText(sessions.length)}
        </p>
        <BulkActionButton action="dismiss" sessions={sessions} />
        <BulkActionButton action="mute" sessions={sessions} />
        <BulkActionButton action="prompt" sessions={sessions} />
        <BulkActionButton action="pin" sessions={sessions} />
        <BulkActionButton action="tag" sessions={sessions} />
        <Button name={t('Clear')} action="clearSelection" onClick={clearSelection} />
      </div>
    </section>
  );
}

interface ButtonProps {
  readonly action: BulkAction;
  readonly sessions: readonly LiveSession[];
}

/**
 * Button of an action; it shows how many of the selected sessions support the action, and its
 * tooltip says why the others do not.
 */
function BulkActionButton({ action, sessions }: ButtonProps) {
  const page = usePage();
  const participants = useParticipants(action, sessions);
  const writing = useStore(page.selection.state, (state) => state.writing !== undefined);
  const [able, all] = [participants.able.length, sessions.length];
  const name = names[action]();
  return (
    <Button
      name={able === all || able === 0 ? name : t('{0} ({1} of {2})', name, able, all)}
      action={action}
      notYet={able === 0 ? participants.reasons.join(' ') || selectedText(0) : undefined}
      {...(able > 0 &&
        participants.reasons.length > 0 && { title: participants.reasons.join('\n') })}
      {...(action === 'prompt' && { 'aria-expanded': writing })}
      onClick={() => runAction(page, action, participants)}
    />
  );
}

function runAction(page: Page, action: BulkAction, { able, reasons }: Participants): void {
  const { board, selection } = page;
  const ids = able.map(({ sessionId }) => sessionId);
  if (action === 'prompt' && selection.state.get().writing !== undefined) {
    selection.endWriting();
  } else if (ids.length === 0) {
    selection.setOutcome([], reasons);
    board.announcer.announce(reasons.join(' '));
  } else if (action === 'prompt') {
    selection.write(able.filter(isLoaded).map(({ sessionId }) => sessionId));
  } else if (action === 'tag') {
    board.post({ type: 'tagSessions', sessionIds: ids });
    selection.setOutcome([], reasons);
  } else if (action === 'pin') {
    for (const sessionId of ids) {
      const target = { scope: 'session', sessionId } as const;
      board.post({ type: 'act', name: 'pin', request: { target, on: true } });
    }
    const done = counted(ids.length, '{0} session pinned.', '{0} sessions pinned.');
    board.announcer.announce([done, ...reasons].join(' '));
    selection.setOutcome([], reasons);
  } else if (action === 'mute') {
    board.post({ type: 'muteSessions', sessionIds: ids });
    selection.setOutcome([], reasons);
  } else {
    for (const sessionId of ids)
      board.post({ type: 'act', name: 'archive', request: { sessionId, archived: true } });
    const done = counted(ids.length, '{0} session dismissed.', '{0} sessions dismissed.');
    board.announcer.announce([done, ...reasons].join(' '));
    if (reasons.length === 0) focusCardOrFirst(selection.anchor);
    selection.setOutcome(ids, reasons);
  }
}

/** The selected sessions in the order of selection. */
function useSelected(): readonly LiveSession[] {
  const ids = useStore(usePage().selection.state, (state) => state.ids);
  const sessions = useBoard((state) => state.sessions);
  return [...ids].flatMap((id) => sessions.get(id) ?? []);
}

const noIds: ReadonlySet<string> = new Set();

function useParticipants(action: BulkAction, sessions: readonly LiveSession[]): Participants {
  const control = useBoard((state) => state.control);
  const mutes = useBoard((state) => state.mutes);
  const alive = useStore(usePage().selection.state, ({ writing }) => writing ?? noIds);
  return selectParticipants(action, sessions, { control, mutes, alive });
}

/** Deselects sessions that leave the board, or are collapsed or filtered out. */
function useVisibleOnly(selection: Selection, tabbed: boolean): void {
  const columns = useBoard((state) => state.columns);
  const open = useView((state) => openSections(state, tabbed).join(' '));
  useEffect(() => {
    const shown = Object.entries(columns).filter(([section]) => open.split(' ').includes(section));
    selection.retain(new Set(shown.flatMap(([, ids]) => ids)));
  }, [selection, columns, open]);
}
