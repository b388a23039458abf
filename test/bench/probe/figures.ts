/** The variable that names the file in which the probe leaves its port. */
export const probeVariable = 'MISSION_CONTROL_PROBE';

/** What one thread holds, after everything that nobody needs was collected. */
export interface ThreadFigures {
  /** Bytes. */
  readonly heap: number;
  /** Sockets, files, timers and whatever else keeps a thread alive. */
  readonly handles: number;
  /** On Node's emitters. */
  readonly listeners: number;
  /** In all maps and sets. */
  readonly entries: number;
  /** Of these what was disposed of, and is held all the same: the editor does so with each row of a tree that it has redrawn. */
  readonly disposed: number;
}

/** Waits of a main thread's event loop beyond a timer's own step, ms. */
export interface Stall {
  readonly p99: number;
  readonly worst: number;
  /** The longest that the thread itself worked between two steps: other programs are no part of it. */
  readonly worstWork: number;
}

export interface HostFigures {
  readonly pid: number;
  readonly rss: number;
  readonly stall: Stall;
  readonly main: ThreadFigures;
  /** Undefined if another window hosts the hub. */
  readonly hub: ThreadFigures | undefined;
}
