import { comma, isSame, isText, openBrace, openBracket, quote } from './bytes';
import { currentEnd, isKey, keyBegin, next, open, resume, value } from './cursor';

/** The kinds of lines, as far as their first bytes tell; the numbers are part of a row. */
export const unsure: i32 = 0;
export const assistant: i32 = 1;
export const user: i32 = 2;
export const system: i32 = 3;
export const attachment: i32 = 4;
export const note: i32 = 5;

/** An assistant's message: its id and model without quotes, and where its content begins. */
export let idStart: i32 = 0;
export let idEnd: i32 = 0;
export let modelStart: i32 = 0;
export let modelEnd: i32 = 0;
export let content: i32 = 0;
/** The value of `session_id`; both 0 where it does not come before the message. */
export let ownerStart: i32 = 0;
export let ownerEnd: i32 = 0;
/** Set on an assistant's line of a subagent: old clients wrote those into their session's transcript. */
export let isSidechain: bool = false;

/**
 * Reads a line's first keys in whatever order they stand, up to the one that tells what the line is.
 * The client writes small values first, so that this takes little, however long the line is.
 */
export function readHead(start: i32, end: i32): i32 {
  ownerStart = 0;
  ownerEnd = 0;
  isSidechain = false;
  if (load<u8>(start) != openBrace) return unsure;
  let from = 0;
  let behindKnown = 0;
  open(start, end);
  while (next()) {
    const isMessage = isKey('message"');
    if (isMessage || isKey('type"') || isKey('attachment"')) {
      if (from > 0 && keyBegin() != behindKnown) learn(from, keyBegin());
      if (isMessage) return readMessage(value, end);
      return isKey('type"') ? kindAt(value) : attachment;
    }
    const first = load<u8>(value);
    if (first == openBrace || first == openBracket) return unsure;
    if (isKey('isSidechain"')) isSidechain = first == 0x74;
    else if (isKey('session_id"')) {
      if (first != quote) return unsure;
      ownerStart = value + 1;
      ownerEnd = currentEnd() - 1;
    } else if (keyBegin() == start && isKey('parentUuid"')) {
      from = currentEnd();
      if (isKnown(from, end)) {
        behindKnown = from + knownLength;
        resume(behindKnown, end);
      }
    }
  }
  return unsure;
}

/**
 * Behind the name of the line before it, the lines of a session begin alike for long. These bytes of the
 * last one are kept, with what they told.
 */
const known: i32 = 0x1b00;
const mostKnown: i32 = 0x400;
let knownLength: i32 = 0;
let knownOwner: i32 = 0;
let knownOwnerLength: i32 = 0;
let knownSidechain: bool = false;

function learn(from: i32, to: i32): void {
  const length = to - from;
  if (length > mostKnown) return;
  memory.copy(known, from, length);
  knownLength = length;
  knownOwner = ownerEnd > 0 ? ownerStart - from : 0;
  knownOwnerLength = ownerEnd - ownerStart;
  knownSidechain = isSidechain;
}

function isKnown(from: i32, end: i32): bool {
  if (from < 0 || from + knownLength >= end || !isSame(from, known, knownLength)) return false;
  if (load<u8>(from + knownLength) != comma) return false; // A longer number, say.
  isSidechain = knownSidechain;
  if (knownOwner == 0) return true;
  ownerStart = from + knownOwner;
  ownerEnd = ownerStart + knownOwnerLength;
  return true;
}

function readMessage(at: i32, end: i32): i32 {
  if (load<u8>(at) != openBrace) return unsure;
  idStart = 0;
  modelStart = 0;
  let isAssistant: bool = false;
  open(at, end);
  while (next()) {
    const first = load<u8>(value);
    if (isKey('content"')) {
      content = value;
      const isWhole = isAssistant && idStart > 0 && modelStart > 0;
      return isWhole && first == openBracket ? assistant : unsure;
    }
    if (first != quote) continue;
    if (isKey('id"')) {
      idStart = value + 1;
      idEnd = currentEnd() - 1;
    } else if (isKey('model"')) {
      modelStart = value + 1;
      modelEnd = currentEnd() - 1;
    } else if (isKey('role"')) {
      isAssistant = isText(value + 1, 'assistant"');
    }
  }
  return unsure;
}

/** The client writes what an assistant's line is behind its message: one that begins so is somebody else's. */
function kindAt(at: i32): i32 {
  if (load<u8>(at) != quote) return unsure;
  if (isText(at + 1, 'user"')) return user;
  if (isText(at + 1, 'system"')) return system;
  if (isText(at + 1, 'attachment"')) return attachment;
  return isText(at + 1, 'assistant"') ? unsure : note;
}
