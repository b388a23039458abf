import type { CarrierState, ConnectPhone } from '../../../shared/protocol/phones';
import { Emitter } from '../../util/emitter';
import type { Carriers } from './phones';

/** Ways that others keep open: the editor's own address, and an address of the person's own. */
export class GivenAddress implements Carriers {
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  state: CarrierState | undefined;

  get hosts(): readonly string[] {
    const { url } = this.state ?? {};
    return url === undefined ? [] : [new URL(url).host];
  }

  choose({ kind, url = '' }: ConnectPhone): void {
    const isGood = URL.canParse(url);
    this.state = isGood
      ? { kind, status: 'open', url: url.endsWith('/') ? url : `${url}/` }
      : { kind, status: 'faulty', fault: { code: 'badUrl' } };
    this.changes.fire();
  }

  resume(): void {
    this.changes.fire();
  }

  close(): Promise<void> {
    this.changes.dispose();
    return Promise.resolve();
  }
}
