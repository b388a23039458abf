import { truncateText } from '../../../../shared/text/truncate';

const maxTextLength = 400;
const maxFields = 12;

/**
 * Copies a tool's input for updates of the board: long texts are truncated, nested values dropped.
 */
export function compactInput(input: unknown): Record<string, unknown> | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const compact: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input).slice(0, maxFields)) {
    if (typeof value === 'string') {
      compact[key] = truncateText(value, maxTextLength);
    } else if (typeof value === 'number' || typeof value === 'boolean') {
      compact[key] = value;
    }
  }
  return compact;
}
