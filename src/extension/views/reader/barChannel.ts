import type { CallName } from '../../../shared/protocol/calls';
import type { FromPage, PageDraft } from '../../../shared/messages/pageMessages';
import { fieldsOf } from '../../../shared/text/fields';
import type { BoardChange, BoardModel } from '../../link/boardModel';
import type { Event } from '../../util/emitter';
import { PageChannel, type PagePort } from '../../page/pageChannel';
import type { CalledPhones } from '../../page/pageParts';
import type { PageSources } from '../board/pageSources';

/**
 * Types of messages that are accepted from the session bar; other messages of board pages are
 * dropped.
 */
const allowed: ReadonlySet<unknown> = new Set<FromPage['type']>([
  'ready',
  'ping',
  'ask',
  'draft',
  'shown',
  'decide',
  'handBack',
  'showRequestDiff',
  'reviewPlan',
  'changePrompts',
  'sessionCommand',
  'openLink',
  'openTranscript',
  'openSubagentTranscript',
  'askToAnswer',
  'reviewChanges',
  'seeCollision',
]);

/** Hub calls that the bar may make through an `act` message. */
const allowedActs: ReadonlySet<unknown> = new Set<CallName>(['dismissCollision', 'markReviewed']);

export interface BarParts {
  readonly sources: PageSources;
  readonly sessionId: string;
  readonly port: PagePort;
}

/**
 * Creates the channel of a transcript's session bar. The bar gets the state of its own session
 * only.
 */
export function barChannel({ sources, sessionId, port }: BarParts): PageChannel {
  return new PageChannel({
    ...sources,
    board: onlySession(sources.board, sessionId),
    ...(sources.phones !== undefined && { phones: onlyPushes(sources.phones, sessionId) }),
    drafts: onlyDrafts(sources.drafts, sessionId),
    port: {
      get visible() {
        return port.visible;
      },
      onDidChangeVisibility: port.onDidChangeVisibility,
      onDidReceive: filterEvent(port.onDidReceive, (message) => isAccepted(sessionId, message)),
      post: (message) => port.post(message),
    },
    keep: () => undefined,
    seen: () => undefined,
  });
}

function isAccepted(sessionId: string, message: unknown): boolean {
  const { type, name: act, sessionId: named, request, draft } = fieldsOf(message);
  const names = [named, fieldsOf(request)['sessionId'], fieldsOf(draft)['sessionId']];
  const isAllowedType = allowed.has(type) || (type === 'act' && allowedActs.has(act));
  return isAllowedType && names.every((one) => one === undefined || one === sessionId);
}

function onlySession(board: BoardModel, sessionId: string): BoardModel {
  const only = <T extends { readonly sessionId: string }>(sessions: readonly T[]): readonly T[] =>
    sessions.filter((one) => one.sessionId === sessionId);
  const ownChanges = ({ changed, removed, ...rest }: BoardChange): BoardChange => ({
    ...rest,
    changed: only(changed),
    removed: removed.filter((one) => one === sessionId),
  });
  return {
    get connection() {
      return board.connection;
    },
    get sessions() {
      const session = board.get(sessionId);
      return session === undefined ? [] : [session];
    },
    get summary() {
      return board.summary;
    },
    inSection: (section) => only(board.inSection(section)),
    get: (id) => (id === sessionId ? board.get(id) : undefined),
    onDidChange: (listener) =>
      board.onDidChange((change) => {
        const { whole, connectionChanged, changed, removed } = ownChanges(change);
        const isNews = whole || connectionChanged || changed.length + removed.length > 0;
        if (isNews) listener({ whole, connectionChanged, changed, removed });
      }),
  };
}

function onlyDrafts(drafts: PageSources['drafts'], sessionId: string): PageSources['drafts'] {
  const isOwnDraft = (draft: PageDraft): boolean => draft.sessionId === sessionId;
  return {
    get all() {
      return drafts.all.filter(isOwnDraft);
    },
    applyDraft: (draft, from) => drafts.applyDraft(draft, from),
    onDidChange: filterEvent(drafts.onDidChange, ({ draft }) => isOwnDraft(draft)),
  };
}

function onlyPushes(phones: CalledPhones, sessionId: string): CalledPhones {
  return {
    get pushes() {
      return phones.pushes.filter((one) => one.sessionId === sessionId);
    },
    onDidChangePushes: phones.onDidChangePushes,
  };
}

function filterEvent<T>(event: Event<T>, isMeant: (value: T) => boolean): Event<T> {
  return (listener) => event((value) => isMeant(value) && listener(value));
}
