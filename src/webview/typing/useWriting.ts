import { fieldsOf } from '../../shared/text/fields';
import { usePage } from '../page';
import { useStore } from '../store';
import { draftKey, draftKeyOf, fieldKey, parseDraftKey } from './draftKeys';
import { isPending, typedTextOf } from './draftWords';

/** Returns whether the session's prompt box is in use, and the ids of the prompts being edited. */
export function useWriting(sessionId: string): {
  readonly isWriting: boolean;
  readonly edits: readonly string[];
} {
  const { drafts, fields } = usePage();
  const box = draftKey('prompt', sessionId);
  const hasWords = useStore(drafts.state, (state) => state.has(box));
  const isFocused = useStore(fields.focused, (field) => field === fieldKey(box));
  const edits = useStore(drafts.state, (state) => editsOf(state, sessionId).join(' '));
  return { isWriting: hasWords || isFocused, edits: edits === '' ? [] : edits.split(' ') };
}

/** Keys of unsent answers to a session that no form shows. */
export function useKeptAnswers(sessionId: string): readonly string[] {
  const { drafts, fields } = usePage();
  const focused = useStore(fields.focused, (field) =>
    field === undefined ? '' : draftKeyOf(field),
  );
  const forms = useStore(fields.forms, (shown) => shown);
  const keys = useStore(drafts.state, (state) => answersOf(state, sessionId, focused).join(' '));
  return keys === '' ? [] : keys.split(' ').filter((key) => !forms.has(key));
}

function editsOf(drafts: ReadonlyMap<string, unknown>, sessionId: string): readonly string[] {
  return [...drafts].flatMap(([key, draft]) => {
    const name = parseDraftKey(key);
    const hasText = typeof fieldsOf(draft)['words'] === 'string';
    return hasText && name?.kind === 'edit' && name.sessionId === sessionId ? [name.part] : [];
  });
}

function answersOf(
  drafts: ReadonlyMap<string, unknown>,
  sessionId: string,
  focused: string,
): readonly string[] {
  return [...drafts].flatMap(([key, draft]) => {
    const name = parseDraftKey(key);
    if (name?.sessionId !== sessionId || !(name.kind === 'message' || name.kind === 'form'))
      return [];
    return isPending(key, draft) && (key === focused || typedTextOf(key, draft) !== '')
      ? [key]
      : [];
  });
}
