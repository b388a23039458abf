import type { HooksStatus } from '../../shared/messages/pageMessages';
import type { Disposable } from '../util/lifetime';

/** Whether the client is told to report to us; owned by the hook commands. */
export interface HooksState {
  readonly status: HooksStatus;
  readonly onDidChangeStatus: (listener: () => void) => Disposable;
}
