import { ListChecks, MessageSquareQuote, ShieldCheck } from 'lucide-react';
import { blockedSubject } from '../shared/request/blockedText';
import type { LiveSession } from '../shared/protocol/protocol';
import { allowableCalls } from '../shared/request/allowableCalls';
import { counted, t } from '../shared/words/l10n';
import { appendToPrompt } from './promptBox';
import { action, sessionCommand, type CardAction } from './cardAction';
import { takesPrompts } from './text/cardFacts';

/** What a person can do about calls that auto mode blocked; nothing of it changes or sends by itself. */
export const blockedActions: readonly CardAction[] = [
  sessionCommand({
    id: 'allowBlockedCall',
    name: () => t('Allow This Exact Command…'),
    Icon: ShieldCheck,
    applies: (session) => allowableCalls(session).length > 0,
  }),
  action({
    id: 'tellBlocked',
    name: () => t('Tell It…'),
    Icon: MessageSquareQuote,
    controls: true,
    applies: (session) => (session.blocked?.open ?? 0) > 0 && takesPrompts(session),
    run: (page, session) => appendToPrompt(page, session, blockedPrompt(session)),
  }),
  sessionCommand({
    id: 'openPermissions',
    name: () => t('Open /permissions'),
    Icon: ListChecks,
    controls: true,
    applies: (session) =>
      session.blocked !== undefined && isReady(session) && session.prompting?.way === 'terminal',
  }),
];

/** True where its terminal takes a command: it shows its input box. */
function isReady({ pid, agentState, pendingRequest }: LiveSession): boolean {
  return pid !== undefined && agentState.group !== 'autonomous' && pendingRequest === undefined;
}

/** A prompt to begin with that names the calls: the check of auto mode reads what its person wrote. */
function blockedPrompt({ blocked }: LiveSession): string {
  const open = (blocked?.calls ?? []).filter((call) => call.open === true).toReversed();
  const calls = open.map((call) => `\`${call.command ?? blockedSubject(call)}\``).join('\n');
  const ask = counted(
    open.length,
    'Auto mode blocked this call:',
    'Auto mode blocked these calls:',
  );
  return `${ask}\n${calls}\n`;
}
