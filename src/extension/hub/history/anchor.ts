import type { BytePair } from '../../transcript/lines/lineFinder';

/** Two bytes that a word has however it is written. */
export interface Anchor {
  readonly pair: BytePair;
  /** Bytes of the word before the first of them, at most. */
  readonly before: number;
}

/** The bytes of transcripts by how common they are, the commonest first; every other byte is rarer. */
const byCommonness = ' "etaoinsrl:,dcu{}m_hp-0f1g/\\.2bywv35486k79x()jqz';

/**
 * The two rarest bytes of a word that keep their distance however it is written. Each letter comes as
 * the ways to write it, in bytes. Undefined where no two bytes will do.
 */
export function anchorOf(letters: readonly (readonly Buffer[])[]): Anchor | undefined {
  let best: { readonly rarity: number; readonly anchor: Anchor } | undefined;
  let before = 0;
  let run: Place[] = [];
  for (const ways of letters) {
    const length = longest(ways);
    if (ways.every((way) => way.length === length)) {
      for (let index = 0; index < length; index += 1) {
        const values = [...new Set(ways.map((way) => way[index] ?? 0))];
        run.push({ at: before + index, values });
      }
    } else {
      run = []; // What follows may be nearer or farther.
    }
    before += length;
    const found = rarestPair(run);
    if (found === undefined || found.rarity <= (best?.rarity ?? -1)) continue;
    const { first, second, rarity } = found;
    const pair = {
      first: bothOf(first.values),
      second: bothOf(second.values),
      gap: second.at - first.at,
    };
    best = { rarity, anchor: { pair, before: first.at } };
  }
  return best?.anchor;
}

interface Place {
  /** Bytes of the word before it, at most. */
  readonly at: number;
  readonly values: readonly number[];
}

/** The two rarest places that have two values at most, in their order. */
function rarestPair(
  run: readonly Place[],
): { readonly first: Place; readonly second: Place; readonly rarity: number } | undefined {
  const [a, b] = run
    .filter(({ values }) => values.length <= 2)
    .toSorted((one, other) => rarityOf(other) - rarityOf(one));
  if (a === undefined || b === undefined) return undefined;
  const [first, second] = a.at < b.at ? [a, b] : [b, a];
  return { first, second, rarity: rarityOf(a) + rarityOf(b) };
}

function rarityOf({ values }: Place): number {
  return Math.min(...values.map(rarityOfByte));
}

/** How rare a byte is; a capital stands beside its small letter, which counts. */
function rarityOfByte(value: number): number {
  const rank = byCommonness.indexOf(String.fromCharCode(value));
  return rank < 0 ? byCommonness.length : rank;
}

function bothOf(values: readonly number[]): readonly [number, number] {
  const [one = 0, other = one] = values;
  return [one, other];
}

function longest(ways: readonly Buffer[]): number {
  return Math.max(...ways.map((way) => way.length));
}
