import { compareVersions } from '../../../../shared/text/compareVersions';
import { t } from '../../../../shared/words/l10n';
import { SettingsError } from './settingsError';

/**
 * Events that the hub uses, in the order of a session's life. Each event costs a process, so
 * redundant ones are not installed.
 */
export const wantedEvents = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'Notification',
  'Elicitation',
  'ElicitationResult',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'TaskCreated',
  'TaskCompleted',
  'PreCompact',
  'PostCompact',
  'CwdChanged',
] as const;

/**
 * Events by the first measured version that knows them. A client that does not know an event skips
 * its whole settings file, or warns at each start.
 */
const firstKnown: readonly { readonly version: string; readonly events: readonly string[] }[] = [
  {
    version: '2.1.27',
    events: [
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'Notification',
      'UserPromptSubmit',
      'SessionStart',
      'SessionEnd',
      'Stop',
      'SubagentStart',
      'SubagentStop',
      'PreCompact',
      'PermissionRequest',
      'Setup',
    ],
  },
  {
    version: '2.1.85',
    events: [
      'StopFailure',
      'PostCompact',
      'TeammateIdle',
      'TaskCreated',
      'TaskCompleted',
      'Elicitation',
      'ElicitationResult',
      'ConfigChange',
      'WorktreeRemove',
      'InstructionsLoaded',
      'CwdChanged',
      'FileChanged',
    ],
  },
  {
    version: '2.1.207',
    events: ['PostToolBatch', 'UserPromptExpansion', 'PermissionDenied', 'MessageDisplay'],
  },
  { version: '2.1.329', events: ['PreModelSwitch', 'PostModelSwitch', 'DirectoryAdded'] },
  { version: '2.1.332', events: ['PreSkillShellCommand'] },
];

const oldestClientVersion = '2.1.27';

/**
 * The first client version that supports `asyncRewake`; an older one ignores it, so that the hook
 * would have no effect.
 */
export const oldestRewaking = '2.1.207';

/** Events after which the session is idle. */
const restEvents = ['SessionStart', 'Stop', 'StopFailure'] as const;

/** The events whose hooks can wake the session. */
export function rewakingEvents(clientVersion: string | undefined): ReadonlySet<string> {
  const isSupported =
    clientVersion !== undefined && compareVersions(clientVersion, oldestRewaking) >= 0;
  return new Set(isSupported ? restEvents : []);
}

/** The events of the nearest measured version that is not newer: a client in between knows at least those. */
export function knownEvents(clientVersion: string | undefined): ReadonlySet<string> {
  const version = clientVersion ?? oldestClientVersion;
  return new Set(
    firstKnown
      .filter((known) => compareVersions(known.version, version) <= 0)
      .flatMap((known) => known.events),
  );
}

/** The events to install for a client. Throws for one that is older than any measured client. */
export function eventsToInstall(clientVersion: string | undefined): readonly string[] {
  if (clientVersion !== undefined && compareVersions(clientVersion, oldestClientVersion) < 0) {
    throw new SettingsError(
      'old-client',
      t(
        'Claude Code {0} is installed; hooks need {1} or newer.',
        clientVersion,
        oldestClientVersion,
      ),
    );
  }
  const known = knownEvents(clientVersion);
  return wantedEvents.filter((event) => known.has(event));
}
