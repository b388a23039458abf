import { truncateText } from './clip';

const longestText = 400;
const mostFields = 12;

/**
 * Copies a tool's input for updates of the board: long texts are truncated, nested values dropped.
 */
export function compactInput(input: unknown): Record<string, unknown> | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const compact: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input).slice(0, mostFields)) {
    if (typeof value === 'string') {
      compact[key] = truncateText(value, longestText);
    } else if (typeof value === 'number' || typeof value === 'boolean') {
      compact[key] = value;
    }
  }
  return compact;
}
