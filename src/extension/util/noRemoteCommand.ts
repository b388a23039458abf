/**
 * OpenSSH option that overrides a host's `RemoteCommand`, such as `tmux`, which would prevent our
 * command from running.
 */
export const noRemoteCommand = 'RemoteCommand=none';
