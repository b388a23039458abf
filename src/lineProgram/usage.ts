import { isText, openBrace, wholeNumber } from './bytes';
import { close, currentEnd, goOn, isKey, next, open, value } from './cursor';

/** The tokens that a message used. */
export let input: i64 = 0;
export let output: i64 = 0;
export let cacheRead: i64 = 0;
export let creation: i64 = 0;
export let hour: i64 = 0;
export let searches: i64 = 0;
export let isFast: bool = false;
export let isUsOnly: bool = false;

/** The place behind the object whose brace is there; -1 for one that the client does not write so. */
export function readUsage(at: i32, end: i32): i32 {
  input = output = cacheRead = creation = hour = searches = 0;
  isFast = isUsOnly = false;
  open(at, end);
  while (next()) {
    if (isKey('input_tokens"')) input = count();
    else if (isKey('output_tokens"')) output = count();
    else if (isKey('cache_read_input_tokens"')) cacheRead = count();
    else if (isKey('cache_creation_input_tokens"')) creation = count();
    else if (isKey('cache_creation"')) hour = countInside('ephemeral_1h_input_tokens"', end);
    else if (isKey('server_tool_use"')) searches = countInside('web_search_requests"', end);
    else if (isKey('speed"')) isFast = isText(value, '"fast"');
    else if (isKey('inference_geo"')) isUsOnly = isText(value, '"us"');
  }
  return (input | output | cacheRead | creation | hour | searches) < 0 ? -1 : close;
}

/** Reads the current key's count; -1 where none stands. */
function count(): i64 {
  return isText(value, 'null') ? 0 : wholeNumber(value, currentEnd());
}

function countInside(name: string, end: i32): i64 {
  const at = value;
  if (load<u8>(at) != openBrace) return isText(at, 'null') ? 0 : -1;
  let found: i64 = 0;
  open(at, end);
  while (next()) if (isKey(name)) found = count();
  if (close < 0) return -1;
  goOn(at, close);
  return found;
}
