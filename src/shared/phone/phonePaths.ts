/**
 * Paths relative to the page: of the WebSocket, of the file that identifies the hub, and of
 * receipts.
 */
export const phonePaths = { channel: 'channel', about: 'hub.json', receipt: 'receipt' } as const;
