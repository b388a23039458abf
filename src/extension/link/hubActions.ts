import type { Budget } from '../../shared/protocol';

/** What a window asks of the hub. */
export interface HubActions {
  /** Out of sight until new activity, or back in sight. Rejects with a sentence fit for a person. */
  archive(sessionId: string, archived: boolean): Promise<void>;
  /** Kept, and sent again to each hub that comes after. */
  setBudget(budget: Budget): void;
}
