import { testSigner } from '../../support/hub/testSigner';
import type { HookTarget } from '../../support/hub/hubTarget';
import { PhoneDesk } from '../../support/phone/phoneDesk';
import type { Bundles } from '../bundles';
import { freshHome } from '../freshHome';
import { HostProcess } from '../hostProcess';
import { untilQuiet } from '../processFigures';

/** A hub in a process of its own, and a desk in this one that connects phones to it. */
export class PhoneHost implements AsyncDisposable {
  private constructor(
    readonly pid: number,
    readonly target: HookTarget,
    readonly desk: PhoneDesk,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start(bundles: Bundles): Promise<PhoneHost> {
    const home = freshHome();
    const host = await HostProcess.ready(bundles, {
      mode: 'hub',
      configHome: home.configHome,
      knows: [testSigner.publicKey],
    });
    const target = await host.startHub();
    const desk = await PhoneDesk.at(target);
    await untilQuiet(host.pid);
    return new PhoneHost(host.pid, target, desk, async () => {
      desk.close();
      await host.close();
      home[Symbol.dispose]();
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
