import { firstOf } from './clip';

const longestText = 400;
const mostFields = 12;

/** A tool's input small enough to travel with every update: long texts are clipped, deep parts dropped. */
export function compactInput(input: unknown): Record<string, unknown> | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const compact: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input).slice(0, mostFields)) {
    if (typeof value === 'string') {
      compact[key] = firstOf(value, longestText);
    } else if (typeof value === 'number' || typeof value === 'boolean') {
      compact[key] = value;
    }
  }
  return compact;
}
