import { megabytes } from '../statistics';
import type { Soak, SoakMoment } from './soak';

interface Figure {
  readonly name: string;
  readonly of: (moment: SoakMoment) => number;
  readonly text: (value: number) => string;
  /**
   * Maximum growth between half time and the end; undefined for a value that depends only on the
   * editor.
   */
  readonly allowed?: number;
}

/** Approximate bytes that the editor keeps for each redrawn row of a tree. */
const keptRowBytes = 260;

const bytes = megabytes;
const count = (value: number): string => String(Math.round(value));

const figures: readonly Figure[] = [
  { name: 'hub: heap', of: ({ host }) => hubOf(host).heap, text: bytes, allowed: 2e6 },
  { name: 'hub: handles', of: ({ host }) => hubOf(host).handles, text: count, allowed: 100 },
  { name: 'hub: listeners', of: ({ host }) => hubOf(host).listeners, text: count, allowed: 200 },
  {
    name: 'hub: entries of maps and sets',
    of: ({ host }) => hubOf(host).entries,
    text: count,
    allowed: 2_000,
  },
  {
    name: 'window: redrawn rows of the tree that the editor keeps',
    of: ({ host }) => host.main.disposed,
    text: count,
  },
  {
    name: 'window: heap without these',
    of: ({ host: { main } }) => main.heap - main.disposed * keptRowBytes,
    text: bytes,
    allowed: 2e6,
  },
  {
    name: 'window: entries of maps and sets without these',
    of: ({ host: { main } }) => main.entries - main.disposed,
    text: count,
    allowed: 2_000,
  },
  { name: 'window: handles', of: ({ host }) => host.main.handles, text: count, allowed: 20 },
  { name: 'window: listeners', of: ({ host }) => host.main.listeners, text: count, allowed: 60 },
  {
    name: 'extension host: memory, the least since the last look',
    of: ({ memory }) => memory,
    text: bytes,
    allowed: 20e6,
  },
  {
    name: 'page: heap, workbench included',
    of: ({ page }) => page.heap,
    text: bytes,
    allowed: 5e6,
  },
  {
    name: 'page: listeners, workbench included',
    of: ({ page }) => page.listeners,
    text: count,
    allowed: 500,
  },
  {
    name: 'page: nodes, workbench included',
    of: ({ page }) => page.nodes,
    text: count,
    allowed: 2_000,
  },
  { name: 'board: elements', of: ({ page }) => page.boardNodes, text: count, allowed: 2_000 },
];

function hubOf({ hub }: SoakMoment['host']): NonNullable<SoakMoment['host']['hub']> {
  if (hub === undefined) throw new Error('The window was not the hub');
  return hub;
}

/**
 * A table row for each figure with its values over time; the growth after half time is compared
 * with the allowed one.
 */
export function soakRows({ moments }: Soak): readonly (readonly string[])[] {
  const [first, half, end] = moments;
  if (first === undefined || half === undefined || end === undefined) return [];
  return figures.map(({ name, of, text, allowed }) => {
    const grown = of(end) - of(half);
    return [
      name,
      ...moments.map((moment) => text(of(moment))),
      signed(of(half) - of(first), text),
      signed(grown, text),
      allowed === undefined ? '' : `< ${text(allowed)}`,
      allowed === undefined ? '' : grown < allowed ? 'ok' : 'over',
    ];
  });
}

export function soakHeadings({ moments }: Soak): readonly string[] {
  const minutes = moments.map(({ minute }) => `minute ${minute}`);
  return ['figure', ...minutes, 'up to half time', 'since then', 'allowed', ''];
}

function signed(value: number, text: (value: number) => string): string {
  return `${value < 0 ? '-' : '+'}${text(Math.abs(value))}`;
}
