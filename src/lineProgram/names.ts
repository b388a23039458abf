import { backslash, isSame } from './bytes';

/** The same name most often comes many times in a row, and is told once: the first time. */
const longest: i32 = 64;

/** Where the last model and the last owner are kept. */
const model: i32 = 0x1f00;
const owner: i32 = 0x1f40;

let modelLength: i32 = 0;
let ownerLength: i32 = 0;

/** All names are new. */
export function forgetNames(): void {
  modelLength = 0;
  ownerLength = 0;
}

/** Whether a name is one that only parsing tells: a long one, one with other letters than ASCII, or none. */
export function isOdd(start: i32, end: i32): bool {
  return end <= start || end - start > longest || !isPlain(start, end);
}

/** Keeps the name of a model; answers whether the one before had another. */
export function isNewModel(start: i32, end: i32): bool {
  if (end - start == modelLength && isSame(start, model, modelLength)) return false;
  modelLength = end - start;
  memory.copy(model, start, modelLength);
  return true;
}

/** The same of an owner. */
export function isNewOwner(start: i32, end: i32): bool {
  if (end - start == ownerLength && isSame(start, owner, ownerLength)) return false;
  ownerLength = end - start;
  memory.copy(owner, start, ownerLength);
  return true;
}

/** The hash of a message's id: 64 bits in two halves, as the ledger has them. */
export let low: u32 = 0;
export let high: u32 = 0;

/** False for an id that only parsing tells. */
export function readHash(start: i32, end: i32): bool {
  if (end <= start || !isPlain(start, end)) return false;
  let one: u32 = 0xdeadbeef ^ (end - start);
  let other: u32 = 0x41c6ce57 ^ (end - start);
  for (let at = start; at < end; at++) {
    const byte: u32 = load<u8>(at);
    one = (one ^ byte) * 0x9e3779b1;
    other = (other ^ byte) * 0x5f356495;
  }
  low = ((one ^ (one >>> 16)) * 0x85ebca6b) ^ ((other ^ (other >>> 13)) * 0xc2b2ae35);
  high = ((other ^ (other >>> 16)) * 0x85ebca6b) ^ ((low ^ (low >>> 13)) * 0xc2b2ae35);
  return true;
}

/** Whether the bytes are the text that they stand for: without escapes, and of ASCII alone. */
export function isPlain(start: i32, end: i32): bool {
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at);
    if (byte > 0x7e || byte == backslash) return false;
  }
  return true;
}
