import type { HooksStatus, PageDraft } from '../../shared/messages/pageMessages';
import type { SessionPush } from '../../shared/protocol/phones';
import type { Mute } from '../../shared/protocol/windows';
import type { Event } from '../util/emitter';
import type { Disposable } from '../util/lifetime';

/** Installation state of our hooks, maintained by the hook commands. */
export interface HooksState {
  readonly status: HooksStatus;
  /** State of the hooks of Codex; absent or `unknown` if it is not on the board. */
  readonly codexStatus?: HooksStatus;
  readonly onDidChangeStatus: (listener: () => void) => Disposable;
}

/** The active mutes; they apply to all windows and phones of the person. */
export interface MutedSessions {
  readonly mutes: readonly Mute[];
  readonly onDidChangeMutes: Event<void>;
}

/** A new draft, and the page that sent it. */
export interface DraftChange {
  readonly draft: PageDraft;
  readonly from: object;
}

/** The drafts that the pages of one place share. */
export interface SharedDrafts {
  readonly all: readonly PageDraft[];
  applyDraft(draft: PageDraft, from: object): void;
  readonly onDidChange: Event<DraftChange>;
}

/** Delivery state of the push notifications that called a person to a phone. */
export interface CalledPhones {
  readonly pushes: readonly SessionPush[];
  readonly onDidChangePushes: Event<void>;
}
