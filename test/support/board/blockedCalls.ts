import type {
  BlockedCallCard,
  BlockedCallsCard,
} from '../../../src/shared/protocol/session/blocked';

/** A call of a card that auto mode blocked at a moment, ms since 1970. */
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

/** The blocked calls of a card, the last one first. */
export function blockedCalls(...calls: readonly BlockedCallCard[]): BlockedCallsCard {
  const open = calls.filter((call) => call.open === true).length;
  return { count: calls.length, open, calls: [...calls] };
}
