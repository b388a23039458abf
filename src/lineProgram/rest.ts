import { isText, quote } from './bytes';
import { close, currentEnd, isKey, next, resume, value } from './cursor';

/** Places of texts without their quotes; the owner's are 0 where none is named here. */
export let timeStart: i32 = 0;
export let timeEnd: i32 = 0;
export let ownerStart: i32 = 0;
export let ownerEnd: i32 = 0;

/**
 * Reads what follows the usage of an assistant's message, up to the end of its line. Behind the usage
 * the message ends and then the line: else it is a usage inside of another.
 */
export function readRest(usageEnd: i32, end: i32): bool {
  resume(usageEnd, end);
  while (next()) {}
  if (close < 0) return false;
  timeStart = 0;
  ownerStart = 0;
  ownerEnd = 0;
  let isAssistant: bool = false;
  resume(close, end);
  while (next()) {
    if (isKey('type"')) isAssistant = isText(value, '"assistant"');
    else if (isKey('timestamp"')) {
      timeStart = value + 1;
      timeEnd = currentEnd() - 1;
    } else if (isKey('message"') || (isKey('isSidechain"') && isText(value, 'true'))) {
      return false; // What was read before is not the last word.
    } else if (isKey('session_id"')) {
      if (load<u8>(value) != quote) return false;
      ownerStart = value + 1;
      ownerEnd = currentEnd() - 1;
    }
  }
  return isAssistant && timeStart > 0 && close == end;
}
