/**
 * Paths of the WebSocket, of the file that identifies the hub, and of receipts, relative to the
 * page.
 */
export const phonePaths = { channel: 'channel', about: 'hub.json', receipt: 'receipt' } as const;
