/**
 * Header of a call that a hub answers without forwarding. A desk, which is a hub that shows other
 * machines on its board, sends it to their hubs, because two hubs with each other on their boards
 * would otherwise forward the call in a loop.
 */
export const noForwardHeader = 'x-mission-control-own';

/**
 * Header with the name of a desk's connection to a machine; signatures for a different connection
 * are invalid.
 */
export const lineHeader = 'x-mission-control-line';

/**
 * Header with the number of a window's stream, sent with the stream and each call. The window
 * generates it and stores it nowhere, so that only the reader of the stream knows it.
 */
export const streamHeader = 'x-mission-control-stream';
