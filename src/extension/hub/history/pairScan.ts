import { pageBytes, webAssembly } from '../../util/webAssembly';

/** Two bytes at a fixed distance, each of which may be one of two values. */
export interface BytePair {
  readonly first: readonly [number, number];
  readonly second: readonly [number, number];
  /** From the first to the second, in bytes. */
  readonly gap: number;
}

/** They read so many bytes at once, and so far behind the last place they are asked about. */
const stepBytes = 16;

/**
 * Finds a pair of bytes sixteen places at a time, which is as fast as memory can be read. The language
 * has no such instructions, WebAssembly has; the program is small enough to be written down as it is.
 */
export class PairScan {
  private constructor(
    /** What is searched lies here. */
    readonly memory: Uint8Array<ArrayBuffer>,
    private readonly run: (...numbers: readonly number[]) => number,
  ) {}

  /** With room for so many bytes; undefined where the processor has no such instructions. */
  static create(bytes: number): PairScan | undefined {
    if (webAssembly === undefined) return undefined;
    try {
      const module = new webAssembly.Module(Uint8Array.from(program));
      const pages = Math.ceil((bytes + pageBytes) / pageBytes);
      const memory = new webAssembly.Memory({ initial: pages, maximum: pages });
      const { find } = new webAssembly.Instance(module, { own: { memory } }).exports;
      if (typeof find !== 'function') return undefined;
      const run = (...numbers: readonly number[]): number => Number(find(...numbers));
      return new PairScan(new Uint8Array(memory.buffer), run);
    } catch {
      return undefined;
    }
  }

  /** The first place from `from` on, and before `to`, where the pair begins; -1 where there is none. The gap must be within the room behind. */
  find({ first, second, gap }: BytePair, from: number, to: number): number {
    const at = this.run(from, to, gap, ...first, ...second);
    return at < to ? at : -1;
  }
}

/** The program's numbers, as the format of WebAssembly has them. */
const i32 = 0x7f;
const v128 = 0x7b;
const none = 0x40;
const end = 0x0b;
const get = (local: number): readonly number[] => [0x20, local];
const set = (local: number): readonly number[] => [0x21, local];
const tee = (local: number): readonly number[] => [0x22, local];
const number = (value: number): readonly number[] => [0x41, value & 0x7f];
const add = 0x6a;
const load = [0xfd, 0x00, 0, 0] as const;
const splat = [0xfd, 0x0f] as const;
const equal = [0xfd, 0x23] as const;
const and = [0xfd, 0x4e] as const;
const or = [0xfd, 0x50] as const;
const bits = [0xfd, 0xe4, 0x00] as const;
const lowestBit = 0x68;
const notBelow = 0x4e;
const [loop, when, again, leave] = [0x03, 0x04, [0x0c, 0], 0x0f] as const;

/** The parameters: where, up to where, the gap, two values of each byte. Then four vectors of these, two of what was read, and the hits. */
const [at, to, gap] = [0, 1, 2];
const values = [3, 4, 5, 6] as const;
const vectors = [7, 8, 9, 10] as const;
const [one, other, hits] = [11, 12, 13];

const isEither = (read: number, a: number, b: number): readonly number[] =>
  [[...get(read), ...get(a), ...equal], [...get(read), ...get(b), ...equal], or].flat();

const find = [
  [2, 6, v128, 1, i32],
  ...values.map((value, index) => [...get(value), ...splat, ...set(vectors[index] ?? 0)]),
  [loop, none],
  [...get(at), ...get(to), notBelow, when, none, ...number(-1), leave, end],
  [...get(at), ...load, ...set(one)],
  [...get(at), ...get(gap), add, ...load, ...set(other)],
  isEither(one, vectors[0], vectors[1]),
  isEither(other, vectors[2], vectors[3]),
  [...and, ...bits, ...tee(hits), when, none],
  [...get(at), ...get(hits), lowestBit, add, leave, end],
  [...get(at), ...number(stepBytes), add, ...set(at), ...again, end],
  [0x00, end],
].flat();

const text = (value: string): readonly number[] => [value.length, ...Buffer.from(value)];

/** In two bytes, which is enough. */
const length = (value: number): readonly number[] => [(value & 0x7f) | 0x80, value >> 7];

const section = (id: number, body: readonly number[]): readonly number[] => [
  id,
  ...length(body.length),
  ...body,
];

const program = [
  [0x00, ...Buffer.from('asm'), 1, 0, 0, 0],
  section(1, [1, 0x60, 7, i32, i32, i32, i32, i32, i32, i32, 1, i32]),
  section(2, [1, ...text('own'), ...text('memory'), 2, 0, 1]),
  section(3, [1, 0]),
  section(7, [1, ...text('find'), 0, 0]),
  section(10, [1, ...length(find.length), ...find]),
].flat();
