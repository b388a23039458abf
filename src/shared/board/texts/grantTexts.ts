import type { LiveSession } from '../../protocol/protocol';
import type { GrantCard, GrantEnding } from '../../protocol/work/grants';
import { plainLine } from '../../text/plainText';
import { formatPath } from '../../words/format';
import { counted, t } from '../../words/l10n';
import { sessionTitle } from '../sessionNames';
import { joinParts } from './partTexts';

/** Longest name of a grant in a line, in characters. */
const nameLength = 120;

const endings: Readonly<Record<GrantEnding, () => string>> = {
  time: () => t('the time is up'),
  uses: () => t('used up'),
  session: () => t('the session ended'),
  key: () => t('whoever allowed it can’t answer any more'),
  control: () => t('answering is turned off'),
  folder: () => t('its folder is gone'),
  person: () => t('ended'),
};

/** The grants that have not ended. */
export function livingGrants(grants: readonly GrantCard[] = []): readonly GrantCard[] {
  return grants.filter(({ ended }) => ended === undefined);
}

/** The rule of a grant, in short and escaped: `npm test …`, `Edit ~/api/src/…`. */
export function grantName(
  { rule, words }: Pick<GrantCard, 'rule' | 'words'>,
  home: string,
): string {
  const { kind, tool, folder } = rule;
  const isFolder = kind === 'folder' && tool !== undefined && folder !== undefined;
  return plainLine(isFolder ? `${tool} ${formatPath(folder, home)}/…` : words, nameLength);
}

/** `Allowed for a while: npm test …` */
export function grantHeadline(grant: GrantCard, home: string): string {
  const name = grantName(grant, home);
  return grant.ended === undefined
    ? t('Allowed for a while: {0}', name)
    : t('No longer allowed: {0}', name);
}

/** The time and uses left, such as `12 min left · 3 uses left`; after its end, why it ended. */
export function grantStatus(grant: GrantCard, now: number): string {
  const { until, untilSessionEnds, usesLeft, ended, subagents } = grant;
  if (ended !== undefined)
    return Object.hasOwn(endings, ended.reason)
      ? endings[ended.reason as GrantEnding]()
      : t('ended');
  return joinParts([
    untilSessionEnds === true ? t('until the session ends') : timeLeft(until - now),
    usesLeft === undefined ? '' : counted(usesLeft, '{0} use left', '{0} uses left'),
    subagents === true ? t('also for subagents') : '',
  ]);
}

/** `Allowed for a while: npm test … · 12 min left` */
export function grantLine(grant: GrantCard, home: string, now: number): string {
  return joinParts([grantHeadline(grant, home), grantStatus(grant, now)]);
}

/** Formats the time left in ms: `12 min left`, `1 h 5 min left`. */
function timeLeft(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return t('less than a minute left');
  if (minutes < 60) return t('{0} min left', minutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? t('{0} h left', hours) : t('{0} h {1} min left', hours, rest);
}

/** The session of a grant by its title, or its project. */
export function grantPlace(
  { sessionId, project }: GrantCard,
  sessions: { get(sessionId: string): Pick<LiveSession, 'title'> | undefined },
): string {
  const session = sessionId === undefined ? undefined : sessions.get(sessionId);
  if (session !== undefined) return sessionTitle(session);
  const name = plainLine(project.slice(project.lastIndexOf('/') + 1), nameLength);
  return sessionId === undefined ? t('all sessions of {0}', name) : name;
}
