import * as os from 'node:os';
import * as path from 'node:path';
import { homeVariable } from '../../../agents/claude/home/configHome';
import { withoutCodexHome } from '../../../agents/codex/home/codexHome';
import { smallHeaps } from '../../../util/hub/smallHeaps';
import type { MachineCommandLine } from './machineCommandLine';

/** Argument with which the hub's program checks its config home instead of creating one. */
export const accountArgument = '--account';

/**
 * Returns the command line that starts this hub's program for another config home on this computer,
 * without a shell. `scripts` is the folder of the hub's bundle.
 */
export function accountCommandLine(home: string, scripts: string): MachineCommandLine {
  return {
    file: process.execPath,
    args: [path.join(scripts, 'hub.js'), '--stdio', accountArgument],
    // Not in the config home, which could not be unmounted then.
    cwd: os.homedir(),
    env: { ...homeVariable(home), ...withoutCodexHome, ...smallHeaps, ELECTRON_RUN_AS_NODE: '1' },
  };
}
