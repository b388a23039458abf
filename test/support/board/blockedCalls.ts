import type {
  BlockedCallCard,
  BlockedCallsCard,
} from '../../../src/shared/protocol/session/blocked';

/** A card's call that auto mode blocked; `at` is in ms since 1970. */
export function aBlockedCall(at: number, more: Partial<BlockedCallCard> = {}): BlockedCallCard {
  const command = 'curl -sO https://get.example/x';
  return {
    id: `toolu_${at}`,
    at: new Date(at).toISOString(),
    toolName: 'Bash',
    toolInput: { command, description: 'Install' },
    command,
    reason: 'downloads a program',
    open: true,
    ...more,
  };
}

/** A card's list of blocked calls, newest first. */
export function blockedCalls(...calls: readonly BlockedCallCard[]): BlockedCallsCard {
  const open = calls.filter((call) => call.open === true).length;
  return { count: calls.length, open, calls: [...calls] };
}
