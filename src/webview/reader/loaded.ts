import { keyOf, type ReaderItem } from '../../shared/messages/readerItems';

/** A part of the file that was loaded at once. */
export interface LoadedPart {
  readonly from: number;
  readonly to: number;
  readonly items: readonly ReaderItem[];
}

/** The loaded range of the file in bytes, without gaps. */
export interface Loaded {
  readonly from: number;
  readonly to: number;
  readonly stretches: readonly LoadedPart[];
}

/** Maximum number of loaded items; the last two parts are kept even if they exceed it. */
const maxItems = 4_000;

export const nothingLoaded: Loaded = { from: 0, to: 0, stretches: [] };

export function loadedOnly(stretch: LoadedPart): Loaded {
  return { from: stretch.from, to: stretch.to, stretches: [stretch] };
}

/** Adds a part and may drop the part at the opposite end; undefined if the part does not adjoin. */
export function withPart(loaded: Loaded, stretch: LoadedPart): Loaded | undefined {
  if (stretch.from === loaded.to) {
    return joinLoadedParts(dropParts([...loaded.stretches, stretch], 'first'));
  }
  if (stretch.to === loaded.from) {
    return joinLoadedParts(dropParts([stretch, ...loaded.stretches], 'last'));
  }
  return undefined;
}

export function withItem(loaded: Loaded, item: ReaderItem): Loaded {
  const key = keyOf(item);
  return {
    ...loaded,
    stretches: loaded.stretches.map((stretch) =>
      stretch.items.some((one) => keyOf(one) === key)
        ? { ...stretch, items: stretch.items.map((one) => (keyOf(one) === key ? item : one)) }
        : stretch,
    ),
  };
}

export function loadedItems({ stretches }: Loaded): readonly ReaderItem[] {
  return stretches.flatMap(({ items }) => items);
}

function dropParts(
  stretches: readonly LoadedPart[],
  from: 'first' | 'last',
): readonly LoadedPart[] {
  let kept = stretches;
  let count = kept.reduce((sum, { items }) => sum + items.length, 0);
  while (kept.length > 2 && count > maxItems) {
    count -= (from === 'first' ? kept[0] : kept.at(-1))?.items.length ?? 0;
    kept = from === 'first' ? kept.slice(1) : kept.slice(0, -1);
  }
  return kept;
}

function joinLoadedParts(stretches: readonly LoadedPart[]): Loaded {
  return { from: stretches[0]?.from ?? 0, to: stretches.at(-1)?.to ?? 0, stretches };
}
