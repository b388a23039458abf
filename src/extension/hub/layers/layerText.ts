import type { Text } from '../../../shared/api/missionControl';

/** Creates a text for a label or badge from a message and its values. */
export function layerText(message: string, ...args: readonly (string | number)[]): Text {
  return { message, args };
}
