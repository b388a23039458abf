/** Path of the WebSocket, of what tells whose page it is and of receipts, relative to the page. */
export const phonePaths = { channel: 'channel', about: 'hub.json', receipt: 'receipt' } as const;
