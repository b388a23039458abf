/**
 * Header of a call that a hub answers for itself alone. A desk asks each machine of its board: one
 * that asked its own machines in turn would ask the desk again where both have each other.
 */
export const ownHeader = 'x-mission-control-own';

/** Header of a desk's call with the name of its connection: what was signed for another one does not count. */
export const lineHeader = 'x-mission-control-line';

/**
 * Header by which a window numbers its stream, and then names it in each of its calls. The window draws
 * the number for one stream, and it is written nowhere: who knows it is the window that reads that stream.
 */
export const streamHeader = 'x-mission-control-stream';
