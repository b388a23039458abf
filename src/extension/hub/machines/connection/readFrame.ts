import { callJson, jsonIn, jsonSize } from '../../../../shared/text/boundedJson';
import { fieldsOf } from '../../../../shared/text/fields';
import { fromMachineSchema, type FromMachine } from '../../../../shared/protocol/machines/frames';
import {
  liveSessionSchema,
  summarySchema,
  type LiveSession,
} from '../../../../shared/protocol/protocol';

/** A report on a full day has some ten thousand values; each that is wrong takes microseconds to be found so. */
const frameLimits = { ...callJson, marks: 300_000 };
/** A card's data in characters of JSON: a hub cuts what a request asks for to some kilobytes. */
const maxSessionLength = 256 * 1024;
/** Values of one session and their names: what its request asks for, and its subagents. */
const maxSessionMarks = 30_000;

/**
 * Reads a frame of a machine; undefined for one that is none: a newer machine may say what this desk
 * does not know, and a hostile one anything. Nothing of it takes the time of the others: the sessions
 * of a frame are checked one after the other, and none after the first that is wrong.
 */
export function readFrame(line: string): FromMachine | undefined {
  const frame = fieldsOf(jsonIn(line, frameLimits));
  if (frame['type'] === 'stream') {
    const event = fieldsOf(frame['event']);
    if (event['type'] === 'sessions') return sessionsFrame(event['data']);
    if (event['type'] === 'snapshot') return snapshotFrame(fieldsOf(event['data']));
  }
  return readBy(fromMachineSchema, frame);
}

function sessionsFrame(list: unknown): FromMachine | undefined {
  const data = sessionsIn(list);
  return data && { type: 'stream', event: { type: 'sessions', data } };
}

function snapshotFrame(data: Readonly<Record<string, unknown>>): FromMachine | undefined {
  const sessions = sessionsIn(data['sessions']);
  const summary = readBy(summarySchema, data['summary']);
  if (sessions === undefined || summary === undefined) return undefined;
  const more = data['more'] === true;
  return { type: 'stream', event: { type: 'snapshot', data: { sessions, summary, more } } };
}

/** Sessions of a list. A session that is too long is left out: the machine may mean well with the others. */
function sessionsIn(list: unknown): LiveSession[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const sessions: LiveSession[] = [];
  for (const one of list as readonly unknown[]) {
    const text = JSON.stringify(one);
    if (text.length > maxSessionLength || jsonSize(text).marks > maxSessionMarks) continue;
    const session = readBy(liveSessionSchema, one);
    if (session === undefined) return undefined;
    sessions.push(session);
  }
  return sessions;
}

interface Schema<Value> {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: Value | undefined };
}

/** Undefined for what is not of the schema. */
export function readBy<Value>(schema: Schema<Value>, value: unknown): Value | undefined {
  try {
    return schema.safeParse(value).data;
  } catch {
    return undefined; // So much of it is wrong that the list of it exhausts the stack.
  }
}
