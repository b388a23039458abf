/** Environment variable with the path of the file into which the probe writes its port. */
export const probeVariable = 'MISSION_CONTROL_PROBE';

/** Resources of one thread after a garbage collection. */
export interface ThreadFigures {
  /** Used heap in bytes. */
  readonly heap: number;
  /** Number of active resources that keep the thread alive, such as sockets, files and timers. */
  readonly handles: number;
  /** Number of listeners on Node's event emitters. */
  readonly listeners: number;
  /** Number of entries in all maps and sets. */
  readonly entries: number;
  /**
   * Number of these entries that were disposed but are still referenced. The editor keeps each
   * redrawn row of a tree in this way.
   */
  readonly disposed: number;
}

/** Delays of a main thread's event loop beyond the interval of a timer, in ms. */
export interface Stall {
  readonly p99: number;
  readonly worst: number;
  /**
   * Maximum processor time of the thread between two timer steps, in ms; excludes delays by other
   * programs.
   */
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
