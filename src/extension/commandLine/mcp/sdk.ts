/**
 * The part of the SDK for the Model Context Protocol that the server uses. It is a bundle of its
 * own, which only `mission-control mcp` loads.
 */
export { Server } from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
