import {
  hookFor,
  type CommandHook,
} from '../../../src/extension/agents/claude/settings/hookCommand';

/** Hooks that an install adds, with the relay of `home`. */
export function wantedHooks(
  events: readonly string[] = ['SessionStart', 'PermissionRequest', 'Stop'],
  home = '/home/dev/.claude',
): ReadonlyMap<string, CommandHook> {
  const relay = `${home}/mission-control/relay.sh`;
  return new Map(events.map((event) => [event, hookFor(event, relay, 'linux')]));
}

/** Joins lines with line breaks. */
export function lines(...all: readonly string[]): string {
  return all.join('\n');
}
