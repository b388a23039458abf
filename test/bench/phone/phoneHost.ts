import * as fs from 'node:fs';
import * as path from 'node:path';
import { HubProcess } from '../../../src/extension/link/hubProcess';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { silentLog } from '../../../src/extension/util/log';
import { freePort } from '../../support/hub/wire/freePorts';
import { currentEndpoint, type HookTarget } from '../../support/hub/wire/hubTarget';
import { testSigner } from '../../support/hub/testSigner';
import { certificateFor, type Certificate } from '../../support/phone/carriers/certificate';
import { PhoneDesk } from '../../support/phone/phoneDesk';
import type { Bundles } from '../bundles';
import { untilQuiet } from '../process/processFigures';

/**
 * A hub that runs for phones as a separate process, and a desk in this process that connects phones
 * to it.
 */
export class PhoneHost implements AsyncDisposable {
  private constructor(
    private readonly hub: HubProcess,
    readonly pid: number,
    readonly target: HookTarget,
    readonly desk: PhoneDesk,
    /** Certificate for `localhost` that the hub trusts. */
    readonly certificate: Certificate,
  ) {}

  static async start(bundles: Bundles, configHome: string): Promise<PhoneHost> {
    await new PrivateFolder(missionControlFolder(configHome)).ensure();
    const certificate = trustedCertificate(configHome);
    const hub = new HubProcess(bundles.hub, { configHome, port: await freePort() }, silentLog);
    const start = await hub.started;
    if (start.kind !== 'listening') throw new Error(`The hub does not listen: ${start.kind}`);
    hub.setTrusted({ publicKeys: [testSigner.publicKey], phones: [], removed: [] });
    const { pid } = currentEndpoint(configHome);
    const desk = await PhoneDesk.at(start);
    await untilQuiet(pid);
    return new PhoneHost(hub, pid, start, desk, certificate);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.desk.close();
    await this.hub.close();
  }
}

/**
 * Creates a certificate that programs started from now on trust, as on the computer of a person
 * with an own certificate authority.
 */
function trustedCertificate(folder: string): Certificate {
  const certificate = certificateFor(['localhost']);
  const file = path.join(folder, 'authority.pem');
  fs.writeFileSync(file, certificate.cert);
  process.env['NODE_EXTRA_CA_CERTS'] = file;
  return certificate;
}
