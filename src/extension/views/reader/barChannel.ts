import type { CallName } from '../../../shared/protocol/calls';
import type { FromPage, PageDraft } from '../../../shared/messages/pageMessages';
import { areOfOneHub } from '../../../shared/board/hubIds';
import { fieldsOf } from '../../../shared/text/fields';
import type { PromptChange } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import type { Event } from '../../util/emitter';
import { PageChannel, type PagePort } from '../../page/pageChannel';
import type { CalledPhones } from '../../page/pageParts';
import type { PageSources } from '../board/pageSources';
import { peerOf } from './peers';

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
  'giveGrant',
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
const allowedActs: ReadonlySet<unknown> = new Set<CallName>([
  'dismissCollision',
  'markReviewed',
  'endGrant',
]);

/**
 * Changes of the prompt queues of other sessions that the bar may request: it writes follow-ups to
 * them, and holds or removes those that wait for its session.
 */
const allowedForPeers: ReadonlySet<unknown> = new Set<PromptChange['kind']>([
  'add',
  'hold',
  'remove',
]);

export interface BarParts {
  readonly sources: PageSources;
  readonly sessionId: string;
  readonly port: PagePort;
}

/**
 * Creates the channel of a transcript's session bar. The bar gets the state of its own session, and
 * of the others of the same hub what `peerOf` returns.
 */
export function barChannel({ sources, sessionId, port }: BarParts): PageChannel {
  return new PageChannel({
    ...sources,
    board: withPeers(sources.board, sessionId),
    ...(sources.phones !== undefined && { phones: onlyPushes(sources.phones, sessionId) }),
    drafts: onlyDrafts(sources.drafts, sessionId),
    port: {
      get visible() {
        return port.visible;
      },
      onDidChangeVisibility: port.onDidChangeVisibility,
      onDidReceive: filterEvent(port.onDidReceive, (message) =>
        isAccepted(sources.board, sessionId, message),
      ),
      post: (message) => port.post(message),
    },
    keep: () => undefined,
    seen: () => undefined,
  });
}

function isAccepted(board: Pick<BoardModel, 'get'>, sessionId: string, message: unknown): boolean {
  if (isForPeer(board, sessionId, message)) return true;
  const { type, name: act, sessionId: named, request, draft } = fieldsOf(message);
  const names = [named, fieldsOf(request)['sessionId'], fieldsOf(draft)['sessionId']];
  // The ledger of grants is the only query with a session that may be left out.
  if (act === 'grantUses' && fieldsOf(request)['session'] !== sessionId) return false;
  const isAllowedType = allowed.has(type) || (type === 'act' && allowedActs.has(act));
  return isAllowedType && names.every((one) => one === undefined || one === sessionId);
}

/** Returns whether a message opens another session of the hub, or changes its prompt queue. */
function isForPeer(board: Pick<BoardModel, 'get'>, own: string, message: unknown): boolean {
  const { type, sessionId, change } = fieldsOf(message);
  if (typeof sessionId !== 'string' || sessionId === own) return false;
  if (!areOfOneHub(own, sessionId) || board.get(sessionId) === undefined) return false;
  if (type === 'openTranscript') return true;
  return type === 'changePrompts' && allowedForPeers.has(fieldsOf(change)['kind']);
}

function withPeers(board: BoardModel, own: string): BoardModel {
  /** The peers that were reported as changed, as JSON. */
  const reported = new Map<string, string>();
  const isPeer = (sessionId: string): boolean => sessionId !== own && areOfOneHub(own, sessionId);
  const shown = (session: LiveSession): LiveSession =>
    session.sessionId === own ? session : peerOf(session);
  const isChanged = (session: LiveSession): boolean => {
    const { sessionId } = session;
    if (sessionId === own) return true;
    if (!isPeer(sessionId)) return false;
    const text = JSON.stringify(peerOf(session));
    if (reported.get(sessionId) === text) return false;
    reported.set(sessionId, text);
    return true;
  };
  const isGone = (sessionId: string): boolean => {
    reported.delete(sessionId);
    return sessionId === own || isPeer(sessionId);
  };
  return {
    get connection() {
      return board.connection;
    },
    get sessions() {
      const session = board.get(own);
      const peers = board.sessions.filter(({ sessionId }) => isPeer(sessionId)).map(peerOf);
      return session === undefined ? peers : [session, ...peers];
    },
    get summary() {
      return board.summary;
    },
    inSection: (section) => board.inSection(section).filter(({ sessionId }) => sessionId === own),
    get(sessionId) {
      const session = sessionId === own || isPeer(sessionId) ? board.get(sessionId) : undefined;
      return session && shown(session);
    },
    onDidChange: (listener) =>
      board.onDidChange(({ whole, connectionChanged, ...change }) => {
        const changed = change.changed.filter(isChanged).map(shown);
        const removed = change.removed.filter(isGone);
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
