import * as fs from 'node:fs';
import * as path from 'node:path';
import type { MachineSetting } from '../../../../src/shared/protocol/machines/setting';
import { bundleEntry } from '../../../support/hub/process/hubScript';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { secondMachineCast } from '../cast';
import { playAt, type PlayedHome, type PlayedHomeOptions } from './playedHome';

/** Environment variable with the machine's folder, for the command that connects to it. */
const folderVariable = 'MISSION_CONTROL_DEMO_MACHINE';

/** The same at every start, so that it can stay in the settings of the demo's editor. */
export const secondMachine: MachineSetting = {
  name: 'gpu-box',
  command: ['sh', '-c', `exec "$${folderVariable}/line" "$@"`, 'gpu-box'],
};

/** When the machine is unreachable, in seconds of play after its first connection. */
const absence = { from: 420, to: 480 } as const;

const lookEveryMs = 500;

/** Connects to the machine like ssh; while it is cut off, prints ssh's error. */
const line = `#!/bin/sh
here="\${0%/*}"
if [ -e "$here/cut-off" ]; then
  echo 'ssh: connect to host gpu-box port 22: Connection timed out' >&2
  exit 255
fi
echo $$ > "$here/line.pid"
CLAUDE_CONFIG_DIR="$here/.claude"
export CLAUDE_CONFIG_DIR
exec "$@"
`;

/**
 * Another machine of the demo's user: a separate config home with sessions, reached by a command.
 * It has a hub only while a desk is connected.
 */
export class SecondMachine {
  private readonly timer: NodeJS.Timeout;
  private sinceMs = 0;

  private constructor(
    private readonly folder: string,
    private readonly played: PlayedHome,
    private readonly removeHub: () => Promise<void>,
    private readonly speed: number,
  ) {
    this.timer = setInterval(() => this.updateConnection(), lookEveryMs).unref();
  }

  static async start(root: string, options: PlayedHomeOptions): Promise<SecondMachine> {
    const folder = path.join(root, 'gpu-box');
    const configHome = path.join(folder, '.claude');
    const hub = await bundleEntry('src/extension/hub/main.ts');
    await OtherMachine.at('gpu-box', configHome, hub.file);
    fs.writeFileSync(path.join(folder, 'line'), line, { mode: 0o700 });
    const folders = { configHome, code: path.join(folder, 'code') };
    const played = await playAt(folders, secondMachineCast, { ...options, hasPerson: false });
    return new SecondMachine(folder, played, () => hub.remove(), options.speed ?? 1);
  }

  /** Environment of an editor that shows the demo. */
  get env(): NodeJS.ProcessEnv {
    return { [folderVariable]: this.folder };
  }

  get settled(): Promise<void> {
    return this.played.settled;
  }

  get isCutOff(): boolean {
    return fs.existsSync(this.cutOffFile);
  }

  /** Makes the machine unreachable and closes the open connection. */
  cutOff(): void {
    fs.writeFileSync(this.cutOffFile, '');
    const pid = this.linePid;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }

  comeBack(): void {
    fs.rmSync(this.cutOffFile, { force: true });
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.played.stop();
    const pid = this.linePid;
    if (pid !== undefined) process.kill(pid, 'SIGTERM');
    await this.removeHub();
  }

  private get cutOffFile(): string {
    return path.join(this.folder, 'cut-off');
  }

  /** Process id of the open connection; undefined without one. */
  private get linePid(): number | undefined {
    try {
      const pid = Number(fs.readFileSync(path.join(this.folder, 'line.pid'), 'utf8'));
      process.kill(pid, 0);
      return pid;
    } catch {
      return undefined;
    }
  }

  /** Disconnects and reconnects the machine once per day. */
  private updateConnection(): void {
    if (this.sinceMs === 0 && this.linePid === undefined) return;
    const before = this.seconds;
    this.sinceMs += lookEveryMs;
    if (before < absence.from && this.seconds >= absence.from) this.cutOff();
    if (before < absence.to && this.seconds >= absence.to) this.comeBack();
  }

  private get seconds(): number {
    return (this.sinceMs / 1000) * this.speed;
  }
}
