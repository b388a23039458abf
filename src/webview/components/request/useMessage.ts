import type { LiveSession } from '../../../shared/protocol/protocol';
import { useDraft, usePage } from '../../page';
import { requestContentHash, draftKey, fieldKey } from '../../typing/draftKeys';
import { messageDraft, type MessageDraft } from '../../typing/draftWords';

export interface Message extends MessageDraft {
  /** Key of the draft. */
  readonly key: string;
  readonly change: (part: Partial<MessageDraft>) => void;
  /** Opens the message form, or closes it and keeps the draft. */
  readonly toggle: () => void;
  readonly close: () => void;
}

/** Draft of a message in place of an answer to the current request. */
export function useMessage({ sessionId, title, pendingRequest }: LiveSession): Message {
  const { drafts, fields } = usePage();
  const requestHash = pendingRequest === undefined ? '' : requestContentHash(pendingRequest);
  const key = draftKey('message', sessionId, requestHash);
  const draft = messageDraft(useDraft(key));
  const change = (part: Partial<MessageDraft>) => {
    const next = { ...draft, title, ...part };
    if (!next.open && next.words === '' && next.notes.length === 0) drafts.drop(key);
    else drafts.store(key, next);
  };
  const close = () => change({ open: false });
  const open = () => {
    fields.focusWhenAvailable({ field: fieldKey(key) });
    change({ open: true });
  };
  return { ...draft, key, change, close, toggle: draft.open ? close : open };
}
