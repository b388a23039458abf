import type { ToHub } from '../../../shared/protocol/hubProcess';

/** Worker data with which a window starts its hub. */
export interface HubWorkerData extends Omit<Extract<ToHub, { type: 'start' }>, 'type'> {
  readonly kind: 'missionControlHub';
}

/** Messages to the worker, except the start, which is its worker data. */
export type ToHubWorker = Exclude<ToHub, { type: 'start' }>;
