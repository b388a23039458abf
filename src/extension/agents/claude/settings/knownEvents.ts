import { compareVersions } from '../../../../shared/text/compareVersions';
import { t } from '../../../../shared/words/l10n';
import { SettingsError } from './settingsError';

/**
 * What the hub makes use of, in the order of a session's life. Each costs a process per event, so
 * nothing is asked for that another one tells as well.
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

/** A client skips its whole settings file, or warns at each start, over a name that it does not know. */
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

/** A client that knows no `asyncRewake` would leave the hook running for nothing. */
export const oldestRewaking = '2.1.207';

/** After each of these the session rests. */
const restEvents = ['SessionStart', 'Stop', 'StopFailure'] as const;

/** The events whose hooks may wake the session again. */
export function rewakingEvents(clientVersion: string | undefined): ReadonlySet<string> {
  const knows = clientVersion !== undefined && compareVersions(clientVersion, oldestRewaking) >= 0;
  return new Set(knows ? restEvents : []);
}

/** Measured versions only: one in between knows at least what the measured one before it knows. */
export function knownEvents(clientVersion: string | undefined): ReadonlySet<string> {
  const version = clientVersion ?? oldestClientVersion;
  return new Set(
    firstKnown
      .filter((known) => compareVersions(known.version, version) <= 0)
      .flatMap((known) => known.events),
  );
}

/** Throws for a client that is older than anything measured. */
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
