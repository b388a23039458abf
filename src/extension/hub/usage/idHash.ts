/** 64 bits in two halves: among a million ids two share them once in 37 million histories. */
export class IdHash {
  low = 0;
  high = 0;

  of(text: string): this {
    let low = 0xdeadbeef ^ text.length;
    let high = 0x41c6ce57 ^ text.length;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      low = Math.imul(low ^ code, 0x9e3779b1);
      high = Math.imul(high ^ code, 0x5f356495);
    }
    this.mix(low, high);
    return this;
  }

  private mix(before: number, behind: number): void {
    let [low, high] = [before, behind];
    low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
    high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
    this.low = low >>> 0;
    this.high = high >>> 0;
  }
}
