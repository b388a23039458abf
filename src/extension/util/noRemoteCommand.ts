/** Setting of OpenSSH by which a host's own command, such as `tmux`, doesn't keep ours from being run. */
export const noRemoteCommand = 'RemoteCommand=none';
