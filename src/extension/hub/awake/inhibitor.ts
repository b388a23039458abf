/** A program of the system that keeps the computer awake while it runs. */
export interface Inhibitor {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * `SetThreadExecutionState` with `ES_CONTINUOUS | ES_SYSTEM_REQUIRED`, which ends with its process.
 * The screen may turn off.
 */
const windowsScript = [
  // Otherwise the last loop would run although the state was not set.
  `$ErrorActionPreference = 'Stop'`,
  `Add-Type -Name Power -Namespace MissionControl -MemberDefinition '[DllImport("kernel32.dll")] public static extern uint SetThreadExecutionState(uint flags);'`,
  'if ([MissionControl.Power]::SetThreadExecutionState([uint32]2147483649) -eq 0) { exit 1 }',
  'while ($true) { Start-Sleep -Seconds 3600 }',
].join('; ');

const inhibitors: Readonly<Partial<Record<NodeJS.Platform, Inhibitor>>> = {
  linux: {
    program: 'systemd-inhibit',
    args: [
      // Some desktops suspend an idle computer by themselves, which only `sleep` prevents.
      '--what=idle:sleep',
      '--mode=block',
      '--who=Mission Control',
      '--why=Claude Code is running',
      'sleep',
      '2147483647',
    ],
  },
  darwin: { program: 'caffeinate', args: ['-i'] },
  win32: {
    program: 'powershell',
    args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', windowsScript],
  },
};

/** Returns the inhibitor of a platform; undefined if none is known. */
export function inhibitorOf(platform: NodeJS.Platform): Inhibitor | undefined {
  return inhibitors[platform];
}
