import type { ToHub } from '../../../shared/protocol/hubProcess';

/** The data with which a window starts its hub's worker. */
export interface HubWorkerData extends Omit<Extract<ToHub, { type: 'start' }>, 'type'> {
  readonly kind: 'missionControlHub';
}

/** Messages to the worker, which has its start as its data. */
export type ToHubWorker = Exclude<ToHub, { type: 'start' }>;
