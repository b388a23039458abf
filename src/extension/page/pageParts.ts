import type { HooksStatus, PageDraft } from '../../shared/messages/pageMessages';
import type { SessionPush } from '../../shared/protocol/phones';
import type { Mute } from '../../shared/protocol/windows';
import type { Event } from '../util/emitter';
import type { Disposable } from '../util/lifetime';

/** Says whether our hooks are installed; the hook commands own it. */
export interface HooksState {
  readonly status: HooksStatus;
  readonly onDidChangeStatus: (listener: () => void) => Disposable;
}

/** What is muted for every place where a person is called. */
export interface MutedSessions {
  readonly mutes: readonly Mute[];
  readonly onDidChangeMutes: Event<void>;
}

/** A draft that is new, and the page that told it. */
export interface DraftChange {
  readonly draft: PageDraft;
  readonly from: object;
}

/** What a person writes on the pages of one place. */
export interface SharedDrafts {
  readonly all: readonly PageDraft[];
  take(draft: PageDraft, from: object): void;
  readonly onDidChange: Event<DraftChange>;
}

/** How far the pushes came that called a person to a phone. */
export interface CalledPhones {
  readonly pushes: readonly SessionPush[];
  readonly onDidChangePushes: Event<void>;
}
