import { useLayoutEffect, useState } from 'react';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { useBoard, usePage } from '../../page';
import { useStore } from '../../store';
import { useKeptAnswers } from '../../typing/useWriting';
import { draftKeyOf, parseDraftKey } from '../../typing/draftKeys';
import { typedTextOf } from '../../typing/draftWords';
import { UnsentDraft } from './UnsentDraft';

/** Unsent answers on a session's card whose request is gone. */
export function UnsentAnswers({ session }: { readonly session: LiveSession }) {
  const keys = useKeptAnswers(session.sessionId);
  // Forms register themselves in effects; before these have run, every draft would seem to have no
  // form.
  const [isReady, setReady] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the drafts without a form are known only after all forms have mounted
  useLayoutEffect(() => setReady(true), []);
  if (!isReady) return null;
  return keys.map((key) => <UnsentDraft key={key} draft={key} session={session} onCard />);
}

/** Drafts shown above the board, for sessions that are gone and cards that are not rendered. */
export function UnsentDraftTray() {
  const { drafts, fields } = usePage();
  const state = useStore(drafts.state, (value) => value);
  const shown = useStore(fields.shown, (value) => value);
  const orphans = useStore(fields.orphans, (value) => value);
  const focused = useStore(fields.focused, (field) =>
    field === undefined ? '' : draftKeyOf(field),
  );
  const sessions = useBoard((board) => board.sessions);
  const hasLoaded = useBoard(({ connection }) => connection !== 'connecting');
  if (!hasLoaded) return null;
  const keys = [...new Set([...state.keys(), ...orphans])].filter((key) => {
    const name = parseDraftKey(key);
    if (name === undefined || shown.has(key)) return false;
    const isUsed = typedTextOf(key, state.get(key)) !== '' || key === focused;
    return isUsed && (orphans.has(key) || !sessions.has(name.sessionId));
  });
  if (keys.length === 0) return null;
  return (
    <section className="kept-tray stack gap-8 scrolls" aria-label={t('Unsent text')}>
      {keys.map((key) => {
        const session = sessions.get(parseDraftKey(key)?.sessionId ?? '');
        return (
          <div key={key} className="kept-of">
            <p className="kept-title bright bold" dir="auto">
              {plainLine(titleIn(state.get(key), session)) || t('Untitled session')}
            </p>
            <UnsentDraft draft={key} session={session} />
          </div>
        );
      })}
    </section>
  );
}

function titleIn(draft: unknown, session: LiveSession | undefined): string {
  if (session !== undefined) return session.title;
  return textOf(fieldsOf(draft)['title']);
}
