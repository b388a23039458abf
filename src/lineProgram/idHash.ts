import { isPlain } from './search';

/** 64 bits in two halves, as the ledger has them. */
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
