import { isSame } from './bytes';
import { isPlain } from './search';

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
