import { isText } from './bytes';

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
  return isText(start, lineStart) && !stands(lineStart, 2, start + 1, end);
}

/** Whether the word stands anywhere between two places. */
export function hasAssistant(start: i32, end: i32): bool {
  return stands(assistantWord, 4, start, end);
}

/** Whether a call of a tool stands anywhere between two places. */
export function callsTool(start: i32, end: i32): bool {
  return stands(toolUse, 12, start, end);
}

/** Whether a text stands between two places, by its first byte and another one of it. */
function stands(text: string, gap: i32, from: i32, end: i32): bool {
  const first = i8x16.splat(<u8>text.charCodeAt(0));
  const other = i8x16.splat(<u8>text.charCodeAt(gap));
  const last = end - text.length;
  for (let at = from; at <= last; at += 16) {
    for (let hits = pairs(at, first, gap, other); hits != 0; hits &= hits - 1) {
      const place = at + ctz(hits);
      if (place <= last && isText(place, text)) return true;
    }
  }
  return false;
}

/**
 * The first place before `end` where one of two bytes stands, and so far behind it one of two others; -1
 * where there is none. Up to `gap` and 15 bytes behind `end` are read.
 */
export function findPair(from: i32, end: i32, gap: i32, a: u8, b: u8, c: u8, d: u8): i32 {
  const first = i8x16.splat(a);
  const orFirst = i8x16.splat(b);
  const second = i8x16.splat(c);
  const orSecond = i8x16.splat(d);
  for (let at = from; at < end; at += 16) {
    const one = v128.load(at);
    const other = v128.load(at + gap);
    const ones = v128.or(i8x16.eq(one, first), i8x16.eq(one, orFirst));
    const others = v128.or(i8x16.eq(other, second), i8x16.eq(other, orSecond));
    const hits = i8x16.bitmask(v128.and(ones, others));
    if (hits != 0) return at + ctz(hits) < end ? at + ctz(hits) : -1;
  }
  return -1;
}

/** A bit for each of sixteen places where the one byte stands, and the other so far behind it. */
function pairs(at: i32, one: v128, gap: i32, other: v128): i32 {
  return i8x16.bitmask(
    v128.and(i8x16.eq(v128.load(at), one), i8x16.eq(v128.load(at + gap), other)),
  );
}
