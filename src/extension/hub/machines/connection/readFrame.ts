import { callJson, jsonIn, jsonSize } from '../../../../shared/text/boundedJson';
import { fieldsOf } from '../../../../shared/text/fields';
import { fromMachineSchema, type FromMachine } from '../../../../shared/protocol/machines/frames';
import {
  liveSessionSchema,
  summarySchema,
  type LiveSession,
} from '../../../../shared/protocol/protocol';

/**
 * Maximum number of values in a frame. A report on a full day has about ten thousand; rejecting an
 * invalid value takes microseconds.
 */
const frameLimits = { ...callJson, marks: 300_000 };
/**
 * Maximum length of a session in characters of JSON; a hub truncates the content of requests to
 * some kilobytes.
 */
const maxSessionLength = 256 * 1024;
/** Maximum number of values and names in a session, including its request and its subagents. */
const maxSessionMarks = 30_000;

/**
 * Parses a frame of a machine; returns undefined for an invalid one, which a newer or a hostile
 * machine may send. A hostile frame must not take much time, so its sessions are validated one by
 * one up to the first invalid one.
 */
export function readFrame(line: string): FromMachine | undefined {
  const frame = fieldsOf(jsonIn(line, frameLimits));
  if (frame['type'] === 'stream') {
    const event = fieldsOf(frame['event']);
    if (event['type'] === 'sessions') return parseSessionsFrame(event['data']);
    if (event['type'] === 'snapshot') return parseSnapshotFrame(fieldsOf(event['data']));
  }
  return parseBySchema(fromMachineSchema, frame);
}

function parseSessionsFrame(list: unknown): FromMachine | undefined {
  const data = parseSessions(list);
  return data && { type: 'stream', event: { type: 'sessions', data } };
}

function parseSnapshotFrame(data: Readonly<Record<string, unknown>>): FromMachine | undefined {
  const sessions = parseSessions(data['sessions']);
  const summary = parseBySchema(summarySchema, data['summary']);
  if (sessions === undefined || summary === undefined) return undefined;
  const more = data['more'] === true;
  return { type: 'stream', event: { type: 'snapshot', data: { sessions, summary, more } } };
}

/**
 * Reads the sessions of a list; returns undefined if one is invalid. A session that is too long is
 * only left out, because the machine may be honest.
 */
function parseSessions(list: unknown): LiveSession[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const sessions: LiveSession[] = [];
  for (const one of list as readonly unknown[]) {
    const text = JSON.stringify(one);
    if (text.length > maxSessionLength || jsonSize(text).marks > maxSessionMarks) continue;
    const session = parseBySchema(liveSessionSchema, one);
    if (session === undefined) return undefined;
    sessions.push(session);
  }
  return sessions;
}

interface Schema<Value> {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: Value | undefined };
}

/** Parses a value by a schema; returns undefined if it does not match. */
export function parseBySchema<Value>(schema: Schema<Value>, value: unknown): Value | undefined {
  try {
    return schema.safeParse(value).data;
  } catch {
    return undefined; // So many values are invalid that the list of issues exhausts the stack.
  }
}
