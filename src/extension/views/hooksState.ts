import type { HooksStatus } from '../../shared/messages/pageMessages';
import type { Disposable } from '../util/lifetime';

/** Says whether our hooks are installed; the hook commands own it. */
export interface HooksState {
  readonly status: HooksStatus;
  readonly onDidChangeStatus: (listener: () => void) => Disposable;
}
