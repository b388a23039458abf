import { keyOf, type ReaderItem } from '../../shared/messages/readerItems';

/** The items of a part of the file that was loaded at once, from one byte offset to another. */
export interface LoadedPart {
  readonly from: number;
  readonly to: number;
  readonly items: readonly ReaderItem[];
}

/** The loaded range of the file in bytes, without gaps. */
export interface Loaded {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly LoadedPart[];
}

/** Maximum number of loaded items; the last two parts are kept even if they exceed it. */
const maxItems = 4_000;

export const nothingLoaded: Loaded = { from: 0, to: 0, parts: [] };

export function singlePart(part: LoadedPart): Loaded {
  return { from: part.from, to: part.to, parts: [part] };
}

/**
 * Adds a part at the start or end of the loaded range, and may drop parts at the opposite end;
 * undefined if the part does not adjoin the range.
 */
export function addPart(loaded: Loaded, part: LoadedPart): Loaded | undefined {
  if (part.from === loaded.to) {
    return joinLoadedParts(limitParts([...loaded.parts, part], 'first'));
  }
  if (part.to === loaded.from) {
    return joinLoadedParts(limitParts([part, ...loaded.parts], 'last'));
  }
  return undefined;
}

export function replaceItem(loaded: Loaded, item: ReaderItem): Loaded {
  const key = keyOf(item);
  return {
    ...loaded,
    parts: loaded.parts.map((part) =>
      part.items.some((one) => keyOf(one) === key)
        ? { ...part, items: part.items.map((one) => (keyOf(one) === key ? item : one)) }
        : part,
    ),
  };
}

export function loadedItems({ parts }: Loaded): readonly ReaderItem[] {
  return parts.flatMap(({ items }) => items);
}

function limitParts(parts: readonly LoadedPart[], from: 'first' | 'last'): readonly LoadedPart[] {
  let kept = parts;
  let count = kept.reduce((sum, { items }) => sum + items.length, 0);
  while (kept.length > 2 && count > maxItems) {
    count -= (from === 'first' ? kept[0] : kept.at(-1))?.items.length ?? 0;
    kept = from === 'first' ? kept.slice(1) : kept.slice(0, -1);
  }
  return kept;
}

function joinLoadedParts(parts: readonly LoadedPart[]): Loaded {
  return { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0, parts };
}
