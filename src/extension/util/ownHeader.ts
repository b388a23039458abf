/**
 * Header of a call that a hub answers for itself alone. A desk asks each machine of its board: one
 * that asked its own machines in turn would ask the desk again where both have each other.
 */
export const ownHeader = 'x-mission-control-own';

/** Header of a desk's call with the name of its connection: what was signed for another one does not count. */
export const lineHeader = 'x-mission-control-line';
