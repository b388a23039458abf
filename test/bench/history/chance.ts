import type { Random } from '../../support/random';

export function happens(random: Random, probability: number): boolean {
  return random.next() < probability;
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  const chosen = choices[random.between(0, choices.length - 1)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}

/** Picks a choice with a probability in proportion to its weight. */
export function pickWeighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  return pick(random, choices)[0];
}

/**
 * A random integer between `low` and `high` by a power law: mostly small numbers and a few huge
 * ones. The smaller `alpha`, the more frequent are huge ones.
 */
export function powerLaw(random: Random, low: number, high: number, alpha: number): number {
  const share = 1 - (low / high) ** alpha;
  return Math.floor(low * (1 - random.next() * share) ** (-1 / alpha));
}

export function shuffle<T>(random: Random, items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    const [a, b] = [items[last] as T, items[other] as T]; // Both indexes are valid.
    items[last] = b;
    items[other] = a;
  }
  return items;
}
