import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Gate } from './gate.js';
import { waitFixedTime } from '../waitFixedTime.js';

/** Speed at which a text is streamed. */
export interface Pace {
  /** Characters per streamed piece. */
  readonly chunk?: number;
  /** Pause after each piece. */
  readonly delayMs?: number;
}

export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Sends one server-sent event. */
export function sendEvent(response: ServerResponse, event: StreamEvent): void {
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Sends the text in pieces; ends early when the client disconnects. */
export async function sendPieces(
  response: ServerResponse,
  text: string,
  pace: Pace,
  eventOf: (piece: string) => StreamEvent,
): Promise<void> {
  const length = pace.chunk ?? 24;
  for (let at = 0; at < text.length; at += length) {
    if (response.destroyed) return;
    sendEvent(response, eventOf(text.slice(at, at + length)));
    if (pace.delayMs !== undefined) await waitFixedTime(pace.delayMs);
  }
}

/** Waits until the gate opens or the client disconnects. */
export async function untilOpen(gate: Gate, response: ServerResponse): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  await Promise.race([gate.opened, closed]);
}

/** Drops the connection; data that was already sent still arrives. */
export function cutOff(response: ServerResponse): void {
  response.socket?.destroySoon();
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function newId(prefix: string): string {
  return prefix + randomBytes(11).toString('hex');
}
