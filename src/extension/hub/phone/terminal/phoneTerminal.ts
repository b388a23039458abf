import type { Interface } from 'node:readline';
import { carrierFaultText } from '../../../../shared/phone/carrierFaultText';
import { carrierNoticeText, carrierStepText } from '../../../../shared/phone/carrierText';
import type {
  CarrierState,
  Pairing,
  PhoneDevice,
  PhonesNews,
} from '../../../../shared/protocol/phones';
import { shownLine } from '../../../../shared/text/plainText';
import { NotSavedError } from '../../../util/files/savedResult';
import { notSavedRefusal, Refusal } from '../../serve/refusal';
import type { Phones } from '../phones';
import { qrText } from './qrText';
import { parseTerminalCommand, type Command, type Verdict } from './terminalCommand';

const maxNameLength = 100;

export interface PhoneTerminalParts {
  readonly phones: Pick<Phones, 'news' | 'onDidPublish' | 'calls' | 'applyVerdict'>;
  /** Address of a page that leads to this machine; without one, Tailscale provides it. */
  readonly url: string | undefined;
  readonly lines: Pick<Interface, 'on'>;
  readonly print: (text: string) => void;
}

type AskingPhone = Pick<PhoneDevice, 'name' | 'signingKey'> & { readonly device: string };

/**
 * Pairs phones on a machine without an editor. A person who reads the code in this terminal and
 * types may accept phones, so no signature of an editor is required.
 */
export class PhoneTerminal {
  private waitingPhone: AskingPhone | undefined;
  private shown: { carrier?: string; link?: string | undefined; code?: string } = {};
  private isPairing = false;

  constructor(private readonly parts: PhoneTerminalParts) {
    parts.phones.onDidPublish((news) => this.printNews(news));
    parts.lines.on('line', (line) => void this.reportErrors(this.handleLine(line)));
  }

  /**
   * Lists the phones, asks again about those with scope `answer`, and shows a code for a new one.
   */
  async start(): Promise<void> {
    const { devices } = this.parts.phones.news;
    if (devices.length > 0) this.list(devices);
    if (!devices.some(({ isConfirmed }) => !isConfirmed)) return this.reportErrors(this.pair());
    this.parts.print(
      'A phone that was allowed to answer has to be compared once more: open its page. Type pair to connect another phone.',
    );
    this.showOpenQuestion();
  }

  private async reportErrors(done: Promise<void>): Promise<void> {
    await done.catch((error: unknown) => {
      if (!(error instanceof NotSavedError)) throw error;
      this.parts.print(notSavedRefusal(error).message);
    });
  }

  private async handleLine(line: string): Promise<void> {
    const command = parseTerminalCommand(line);
    if (this.waitingPhone !== undefined && command.kind === 'judge')
      return this.applyVerdict(this.waitingPhone, command.verdict);
    return this.runCommand(command);
  }

  private async runCommand(command: Command): Promise<void> {
    const { phones, print } = this.parts;
    switch (command.kind) {
      case 'pair':
        return this.pair();
      case 'list':
        return this.list(phones.news.devices);
      case 'remove':
        return this.remove(command.number);
      case 'judge':
        return print('No phone asks just now.');
      case 'nothing':
        return undefined;
      case 'unknown':
        return print(
          this.waitingPhone === undefined
            ? 'Type pair to connect a phone, list to see the phones, or remove and the number of one.'
            : 'Type watch, answer or refuse.',
        );
    }
  }

  private async pair(): Promise<void> {
    const { phones, url, print } = this.parts;
    this.shown = {};
    this.isPairing = true;
    const choice =
      url === undefined ? { kind: 'tailscale' as const } : { kind: 'ownUrl' as const, url };
    const answer = await phones.calls.connectPhone(choice, undefined);
    if (answer instanceof Refusal) print(answer.message);
    else this.printNews(phones.news);
  }

  private async applyVerdict(
    { device, signingKey, name }: AskingPhone,
    verdict: Verdict,
  ): Promise<void> {
    const { phones, print } = this.parts;
    this.waitingPhone = undefined;
    const isKnown = phones.news.devices.some(({ id }) => id === device);
    const outcome =
      isKnown && verdict === 'refuse'
        ? await phones.calls.removePhone({ device }, undefined)
        : await phones.applyVerdict({ device, signingKey, verdict });
    if (outcome instanceof Refusal) print(outcome.message);
    else if (verdict === 'refuse') print(`“${withoutControls(name)}” was turned away.`);
    else
      print(
        `“${withoutControls(name)}” may ${verdict === 'answer' ? 'watch and answer' : 'watch'} now.`,
      );
    if (!this.showOpenQuestion()) print('Type pair to connect another phone.');
  }

  private async remove(number: number): Promise<void> {
    const { phones, print } = this.parts;
    const device = phones.news.devices[number - 1];
    if (device === undefined) return print('There is no phone with this number. Type list.');
    await phones.calls.removePhone({ device: device.id }, undefined);
    print(`“${withoutControls(device.name)}” is removed.`);
  }

  private list(devices: readonly PhoneDevice[]): void {
    const { print } = this.parts;
    if (devices.length === 0) return print('No phone is connected.');
    print('Phones:');
    for (const [at, { name, scope, lastUse, isConnected }] of devices.entries()) {
      const rights = scope === 'answer' ? 'may watch and answer' : 'may watch';
      const when = isConnected ? 'here now' : `last here ${new Date(lastUse).toLocaleString()}`;
      print(`  ${at + 1}. ${withoutControls(name)}: ${rights}, ${when}`);
    }
  }

  /**
   * Asks about an unconfirmed phone that is connected and displays its code, because a file is not
   * sufficient evidence for the right to answer. Returns false if there is none.
   */
  private showOpenQuestion(): boolean {
    const device = this.parts.phones.news.devices.find(
      ({ isConfirmed, code }) => !isConfirmed && code !== undefined,
    );
    if (device === undefined) return false;
    const { id, name, signingKey, code = '' } = device;
    if (this.shown.code === `${id} ${code}`) return true;
    this.shown.code = `${id} ${code}`;
    this.waitingPhone = { device: id, name, signingKey };
    this.parts.print(
      `“${withoutControls(name)}” was allowed to answer before this start. Its screen has to show ${code}.\nType answer to allow it again, watch to let it only look, or refuse to remove it, where the code is another one.`,
    );
    return true;
  }

  private printNews({ carrier, pairing, devices }: PhonesNews): void {
    if (this.isPairing) this.printCarrier(carrier);
    this.printPairing(pairing);
    if (pairing !== undefined) return;
    // A phone that reconnects displays a different code.
    const { waitingPhone } = this;
    if (waitingPhone === undefined || devices.some(({ id }) => id === waitingPhone.device))
      this.showOpenQuestion();
  }

  private printCarrier(carrier: CarrierState | undefined): void {
    const text = carrier === undefined ? '' : this.carrierStateText(carrier);
    if (text === '' || text === this.shown.carrier) return;
    this.shown.carrier = text;
    this.parts.print(text);
  }

  private carrierStateText(carrier: CarrierState): string {
    const { kind, status, fault, notice, url = '' } = carrier;
    if (status === 'opening') return carrierStepText(carrier);
    if (status === 'open') {
      return [`The page is at ${url}`, carrierNoticeText(notice) ?? []].flat().join('\n');
    }
    return [
      carrierFaultText(carrier),
      fault?.command === undefined ? [] : `  ${fault.command}`,
      fault?.link === undefined ? [] : `  ${fault.link}`,
      kind === 'tailscale'
        ? 'Or let an https address of your own lead to this computer, and start with --phone --url and the address.'
        : [],
    ]
      .flat()
      .join('\n');
  }

  private printPairing(pairing: Pairing | undefined): void {
    const { print } = this.parts;
    const { link, until = 0, asking } = pairing ?? {};
    if (link !== undefined && link !== this.shown.link) {
      this.shown.link = link;
      const time = new Date(until).toLocaleTimeString();
      print(qrText(link));
      print(
        `Scan this with the camera of the phone. It works once, until ${time}. Or open:\n${link}`,
      );
    }
    if (asking !== undefined && asking.device !== this.waitingPhone?.device) {
      const { device, name, signingKey, code } = asking;
      this.waitingPhone = { device, name, signingKey };
      this.isPairing = false;
      print(
        `“${withoutControls(name)}” asks to be connected. Its screen has to show ${code}.\nType watch to let it look, answer to let it look and answer, or refuse where the code is another one.`,
      );
    }
    if (pairing === undefined && this.isPairing && this.shown.link !== undefined) {
      this.isPairing = false;
      print('The code is no longer good. Type pair for a new one.');
    }
    if (asking === undefined) this.clearGoneQuestion();
  }

  /** Clears the question about a phone that disconnected. */
  private clearGoneQuestion(): void {
    const { waitingPhone } = this;
    if (waitingPhone === undefined) return;
    if (this.parts.phones.news.devices.some(({ id }) => id === waitingPhone.device)) return;
    this.waitingPhone = undefined;
    this.parts.print(
      `“${withoutControls(waitingPhone.name)}” no longer asks. Type pair to try again.`,
    );
  }
}

/** Removes control characters from the name of a phone, which the phone chooses itself. */
function withoutControls(name: string): string {
  return shownLine(name, maxNameLength).text;
}
