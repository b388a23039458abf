import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import type { MachineSetting } from '../../../src/shared/protocol/machines/setting';
import { removeHome, tempHome } from '../hub/tempHome';

/**
 * Config home of another machine, reached by a command; its hub runs only while a desk is
 * connected.
 */
export class OtherMachine {
  private constructor(
    readonly home: string,
    readonly setting: MachineSetting,
  ) {}

  /** `hub` is the program that an editor has installed there; without it there is none. */
  static async make(name: string, hub?: string): Promise<OtherMachine> {
    return OtherMachine.at(name, await tempHome(), hub);
  }

  /** A machine with an existing config home. */
  static async at(name: string, home: string, hub?: string): Promise<OtherMachine> {
    const machine = new OtherMachine(home, { name, command: ['env'], configHome: home });
    if (hub !== undefined) await machine.install(hub);
    return machine;
  }

  async install(hub: string): Promise<void> {
    const folder = missionControlFolder(this.home);
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.writeFile(path.join(folder, 'program'), `${process.execPath}\n${hub}\n`);
  }

  remove(): Promise<void> {
    return removeHome(this.home);
  }
}
