import type { PageDraft } from '../../shared/messages/pageMessages';
import type { PendingRequest } from '../../shared/protocol/protocol';

export type DraftKind = PageDraft['kind'];

/** Parts of the key of a draft, as `draftKey` joins them. */
export interface DraftName {
  readonly kind: DraftKind;
  readonly sessionId: string;
  /** Hash of the request that is answered, or id of the edited prompt; empty for a prompt box. */
  readonly part: string;
}

const kinds: readonly DraftKind[] = ['message', 'form', 'prompt', 'edit'];

/** Key of a draft. */
export function draftKey(kind: DraftKind, sessionId: string, part = ''): string {
  return [kind, sessionId, part].map(encodeURIComponent).join('/');
}

/** Parses the key of a draft; undefined if the draft belongs to no session. */
export function parseDraftKey(key: string): DraftName | undefined {
  const [first, sessionId, part] = key.split('/').map(decodeURIComponent);
  const kind = kinds.find((one) => one === first);
  if (kind === undefined || sessionId === undefined || part === undefined) return undefined;
  return { kind, sessionId, part };
}

/** Key of one field of a draft; a form has one for each question. */
export function fieldKey(draft: string, index = 0): string {
  return `${draft}#${index}`;
}

/** Key of the draft that contains a field. */
export function draftKeyOf(field: string): string {
  return field.slice(0, field.lastIndexOf('#'));
}

/** Hash of a request's content, because different hubs may give the same request different ids. */
export function requestContentHash({ toolName, toolInput }: PendingRequest): string {
  const text = JSON.stringify([toolName, toolInput]);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return `${text.length}-${hash >>> 0}`;
}
