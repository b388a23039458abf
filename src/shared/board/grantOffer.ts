import { requestCollisions } from './texts/collisionText';
import type { GrantTerms } from '../protocol/work/grants';
import type { LiveSession, PendingRequest } from '../protocol/protocol';
import { t } from '../words/l10n';
import { grantChoices, type GrantChoices } from '../request/grantChoices';
import { isGrantableMode } from '../request/grantMode';

/** Durations that are offered, in ms; `undefined` is the end of the session. */
export const grantDurations = [15 * 60_000, 60 * 60_000, undefined] as const;
export type GrantDuration = (typeof grantDurations)[number];

/** Numbers of uses that are offered, the request at hand included; `undefined` is no limit. */
export const grantUseCounts = [undefined, 2, 5, 20] as const;

/** Grant rules that a session's complete request offers, or the reason why it offers none. */
export function grantOffer(session: LiveSession, request: PendingRequest): GrantChoices {
  if (session.machine !== undefined)
    return { rules: [], none: t('Only requests of this machine can be allowed for a while.') };
  if (requestCollisions(session).length > 0)
    return { rules: [], none: t('A request with a warning is always asked.') };
  if (!isGrantableMode(session.permissionMode))
    return { rules: [], none: t('In this permission mode, a request is always asked.') };
  return grantChoices(request, session.projectPath);
}

/** True if a grant has to include subagents, because one of them makes the request. */
export function isOfSubagent({ agentId }: Pick<PendingRequest, 'agentId'>): boolean {
  return agentId !== undefined;
}

/** True if the session has subagents that a grant can include. */
export function hasSubagents(session: LiveSession, request: PendingRequest): boolean {
  return isOfSubagent(request) || session.subagents.length > 0;
}

/** `15 minutes`, `1 hour`, `until the session ends` */
export function durationName(ms: GrantDuration): string {
  if (ms === undefined) return t('until the session ends');
  return ms === 3_600_000 ? t('1 hour') : t('15 minutes');
}

/** Name of the button that gives a grant: `Allow for 1 Hour`. */
export function grantButton({ ms, uses }: Pick<GrantTerms, 'ms' | 'uses'>): string {
  if (uses === undefined) {
    if (ms === undefined) return t('Allow Until the Session Ends');
    return ms === 3_600_000 ? t('Allow for 1 Hour') : t('Allow for 15 Minutes');
  }
  if (ms === undefined) return t('Allow {0} Times Until the Session Ends', uses);
  return ms === 3_600_000
    ? t('Allow {0} Times Within 1 Hour', uses)
    : t('Allow {0} Times Within 15 Minutes', uses);
}
