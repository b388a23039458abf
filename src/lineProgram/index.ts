import { find, isSame, isText, newline } from './bytes';
import * as head from './head';
import { forgetNames, high, isNewModel, isNewOwner, isOdd, low, readHash } from './names';
import * as rest from './rest';
import { callsTool, hasAssistant, isOneLine, lastUsage } from './search';
import { readTime } from './time';
import * as usage from './usage';

export { mayBeSaid } from './said';
export { findPair } from './search';

/** Where rows are written, one for each line that somebody wants to know of. */
export const rowsAt: i32 = 0x2000;
export const rowBytes: i32 = 80;
export const mostRows: i32 = 1024;
/** Where bytes to read may begin. */
export const roomAt: i32 = 0x16000;

const isFast: i32 = 1;
const isUsOnly: i32 = 2;
const tellsUsage: i32 = 4;
const isSidechain: i32 = 8;
const isTextAlone: i32 = 16;

const textStart = '[{"type":"text"';

/** How many rows the last call wrote. */
export let rows: i32 = 0;

/** Where the last line's usage is, and the hash of its message's id. */
let lastStart: i32 = 0;
let lastLength: i32 = 0;
let lastLow: u32 = 0;
let lastHigh: u32 = 0;

/** Another file: its names are told anew. */
export function begin(): void {
  forgetNames();
  lastLength = 0;
}

/** The bytes are others from now on. */
export function forget(): void {
  lastLength = 0;
}

/**
 * Reads whole lines from `start` on; before `from` no line ends. Without `every`, only lines that tell a
 * usage get a row, and those that have to be parsed. Longer lines than `longest` are passed over. Ends
 * early where there is no room for more rows. Returns the place behind the last line that was read.
 */
export function scan(start: i32, from: i32, to: i32, longest: i32, every: bool): i32 {
  rows = 0;
  let at = start;
  let search = from;
  while (rows < mostRows) {
    const end = find(newline, search, to);
    if (end == to) break;
    if (end > at && end - at <= longest) read(at, end, every);
    at = end + 1;
    search = at;
  }
  return at;
}

/** The longest text that is compared with what stands at a place, and more. */
const longestText: i32 = 32;

/** Whether a line of which this is the beginning tells no usage, whatever follows. */
export function tellsNothing(start: i32, to: i32): bool {
  // Behind the last bytes are others that are not the line's.
  return head.readHead(start, to - longestText) > head.assistant;
}

function read(start: i32, end: i32, every: bool): void {
  const row = rowsAt + rows * rowBytes;
  store<i32>(row, 0, 16);
  let kind = head.readHead(start, end);
  if (kind == head.assistant && !readAssistant(start, end, row)) kind = head.unsure;
  else if (!every && kind == head.unsure && !hasAssistant(start, end)) return;
  if (every && kind == head.assistant && isText(head.content, textStart)) {
    if (!callsTool(head.content, end)) store<i32>(row, load<i32>(row, 16) | isTextAlone, 16);
  }
  const isTold = every || kind == head.unsure || (load<i32>(row, 16) & tellsUsage) != 0;
  if (!isTold) return;
  store<i32>(row, kind);
  store<i32>(row, start, 4);
  store<i32>(row, end, 8);
  rows++;
}

/** Writes down what the line of an assistant tells; false for one that has to be parsed. */
function readAssistant(start: i32, end: i32, row: i32): bool {
  const flags = head.isSidechain ? isSidechain : 0;
  store<i32>(row, flags, 16);
  const at = lastUsage(head.content, end);
  if (at < 0 || !readHash(head.idStart, head.idEnd)) return false;
  if (isCopy(at, end)) return true;
  if (!isOneLine(start, end)) return false;
  const usageEnd = usage.readUsage(at, end);
  if (usageEnd < 0 || !rest.readRest(usageEnd, end)) return false;
  const time = readTime(rest.timeStart, rest.timeEnd);
  if (time < 0 || isOdd(head.modelStart, head.modelEnd)) return false;
  const isOwnedHere = rest.ownerEnd > 0;
  const ownerStart = isOwnedHere ? rest.ownerStart : head.ownerStart;
  const ownerEnd = isOwnedHere ? rest.ownerEnd : head.ownerEnd;
  if (ownerEnd > 0 && isOdd(ownerStart, ownerEnd)) return false;
  // Nothing was told that another line could repeat.
  if (isText(head.modelStart, '<synthetic>"')) return true;
  lastStart = at;
  lastLength = usageEnd - at;
  lastLow = low;
  lastHigh = high;
  const how = (usage.isFast ? isFast : 0) | (usage.isUsOnly ? isUsOnly : 0);
  store<i32>(row, flags | tellsUsage | how, 16);
  writeUsage(row);
  const isNew = isNewModel(head.modelStart, head.modelEnd);
  store<i32>(row, isNew ? head.modelStart : 0, 52);
  store<i32>(row, head.modelEnd, 56);
  const isOther = ownerEnd > 0 && isNewOwner(ownerStart, ownerEnd);
  store<i32>(row, isOther ? ownerStart : 0, 60);
  store<i32>(row, ownerEnd, 64);
  store<f64>(row, <f64>time, 72);
  return true;
}

function isCopy(at: i32, end: i32): bool {
  if (lastLength == 0 || at + lastLength > end) return false;
  return low == lastLow && high == lastHigh && isSame(lastStart, at, lastLength);
}

function writeUsage(row: i32): void {
  const hour = min(usage.creation, usage.hour);
  store<u32>(row, low, 20);
  store<u32>(row, high, 24);
  store<u32>(row, <u32>usage.input, 28);
  store<u32>(row, <u32>usage.output, 32);
  store<u32>(row, <u32>usage.cacheRead, 36);
  store<u32>(row, <u32>(usage.creation - hour), 40);
  store<u32>(row, <u32>hour, 44);
  store<u32>(row, <u32>usage.searches, 48);
}
