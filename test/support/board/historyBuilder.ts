import type { HistoryEntry, TextHit } from '../../../src/shared/protocol/history';
import { secondsAgo } from '../sessionBuilder';

/** A history entry of a past session, with `part` overriding fields. */
export function anEntry(part: Partial<HistoryEntry> = {}): HistoryEntry {
  const sessionId = part.sessionId ?? 'past-1';
  return {
    sessionId,
    title: 'Fix the cart',
    projectPath: '/home/dev/web-shop',
    projectName: 'web-shop',
    gitBranch: 'main',
    transcriptPath: `/home/dev/.claude/projects/-home-dev-web-shop/${sessionId}.jsonl`,
    model: 'claude-sonnet-4-5',
    firstPrompt: 'Fix the cart',
    lastPrompt: 'And now the tests',
    startedAt: secondsAgo(3 * 3_600),
    lastActivityAt: secondsAgo(2 * 3_600),
    sizeBytes: 12_345,
    ...part,
  };
}

export function aHit(part: Partial<TextHit> = {}): TextHit {
  return {
    session: anEntry(),
    speaker: 'Claude',
    excerpt: '…the needle is in the stack…',
    quote: 'needle is in the stack',
    ...part,
  };
}
