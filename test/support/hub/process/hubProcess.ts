import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { PhoneOptions } from '../../../../src/extension/hub/phone/phoneOptions';
import { compiledEntry } from './hubScript';

/** Options of a hub in its own process. */
export interface HubProcessSetup {
  /** Public keys whose signatures the hub accepts. */
  readonly keys?: readonly string[];
  readonly phones?: Pick<PhoneOptions, 'pageFolder' | 'ports'>;
}

/** A hub that can be stopped, continued and killed like any process. */
export class HubProcess {
  readonly ended: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly token: string,
  ) {
    this.ended = once(child, 'exit');
  }

  /** `uid` runs the hub as another user, if this process is allowed to do that. */
  static async start(
    configHome: string,
    port: number,
    uid?: number,
    setup: HubProcessSetup = {},
  ): Promise<HubProcess> {
    const script = await compiledEntry('test/support/hub/process/hubProcessMain.ts');
    const args = [script.file, configHome, String(port), JSON.stringify(setup)];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid !== undefined && { uid, gid: uid }),
    });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    // Removed only at exit: the hub's threads read it later.
    child.once('exit', () => void script.remove());
    const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
    return new HubProcess(child, url, token);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Suspends the process, so that it neither dies nor answers. */
  hang(): void {
    this.child.kill('SIGSTOP');
  }

  wake(): void {
    this.child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    if (this.hasEnded) return;
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
