import { backslash, isText } from './bytes';

/**
 * Texts are looked for sixteen places at a time, by a pair of their bytes that is rare together. Up to
 * 32 bytes behind what is searched are read.
 */
const usageStart = '"stop_sequence":null,"usage":{';
const lineStart = '{"parentUuid":';
const assistantWord = 'assistant';
const toolUse = '"type":"tool_use"';

/** The brace of the last usage where the client writes one, between two places; -1 where there is none. */
export function lastUsage(from: i32, end: i32): i32 {
  const quotes = i8x16.splat(0x22);
  const underscores = i8x16.splat(0x5f);
  const last = end - usageStart.length;
  for (let at = end - 16; at > from - 16; at -= 16) {
    let hits = pairs(at, quotes, 5, underscores);
    while (hits != 0) {
      const bit = 31 - clz(hits);
      const place = at + bit;
      if (place >= from && place <= last && isText(place, usageStart)) {
        return place + usageStart.length - 1;
      }
      hits ^= 1 << bit;
    }
  }
  return -1;
}

/** Whether it begins as the client's lines do, and no other line begins in it: one that was cut off has the next right behind it. */
export function isOneLine(start: i32, end: i32): bool {
  if (!isText(start, lineStart)) return false;
  const braces = i8x16.splat(0x7b);
  const letters = i8x16.splat(0x70);
  for (let at = start + 1; at < end; at += 16) {
    for (let hits = pairs(at, braces, 2, letters); hits != 0; hits &= hits - 1) {
      const place = at + ctz(hits);
      if (place < end && isText(place, lineStart)) return false;
    }
  }
  return true;
}

/** Whether the word stands anywhere between two places. */
export function hasAssistant(start: i32, end: i32): bool {
  const first = i8x16.splat(0x61);
  const fifth = i8x16.splat(0x73);
  const last = end - assistantWord.length;
  for (let at = start; at <= last; at += 16) {
    for (let hits = pairs(at, first, 4, fifth); hits != 0; hits &= hits - 1) {
      const place = at + ctz(hits);
      if (place <= last && isText(place, assistantWord)) return true;
    }
  }
  return false;
}

/** Whether a call of a tool stands anywhere between two places. */
export function callsTool(start: i32, end: i32): bool {
  const quotes = i8x16.splat(0x22);
  const underscores = i8x16.splat(0x5f);
  const last = end - toolUse.length;
  for (let at = start; at <= last; at += 16) {
    for (let hits = pairs(at, quotes, 12, underscores); hits != 0; hits &= hits - 1) {
      const place = at + ctz(hits);
      if (place <= last && isText(place, toolUse)) return true;
    }
  }
  return false;
}

/** A bit for each of sixteen places where the one byte stands, and the other so far behind it. */
function pairs(at: i32, one: v128, gap: i32, other: v128): i32 {
  return i8x16.bitmask(
    v128.and(i8x16.eq(v128.load(at), one), i8x16.eq(v128.load(at + gap), other)),
  );
}

/** Whether the bytes are the text that they stand for: without escapes, and of ASCII alone. */
export function isPlain(start: i32, end: i32): bool {
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at);
    if (byte > 0x7e || byte == backslash) return false;
  }
  return true;
}
