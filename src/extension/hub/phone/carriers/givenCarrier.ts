import type { ConnectPhone } from '../../../../shared/protocol/phones';
import { CarrierFault } from './carrierFault';
import type { RunningCarrier, Carrier } from './carrier';

/**
 * A carrier that the hub neither opens nor closes: a port that the editor forwards, or an address
 * that the person maintains.
 */
export class GivenCarrier implements Carrier {
  readonly isBehindSignIn: boolean;

  constructor(private readonly chosen: ConnectPhone) {
    this.isBehindSignIn = chosen.kind !== 'ownUrl';
  }

  open(): Promise<RunningCarrier> {
    const url = normalizeUrl(this.chosen.url ?? '');
    const close = (): Promise<void> => Promise.resolve();
    return Promise.resolve(
      isLoopback(url) ? { url: url.href, close, notice: 'thisComputer' } : { url: url.href, close },
    );
  }
}

/** Normalizes the address of the page. Throws a `CarrierFault` for an unusable address. */
function normalizeUrl(text: string): URL {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) throw new CarrierFault('badUrl');
  const url = new URL(trimmed);
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isHttp || url.username !== '' || url.password !== '') throw new CarrierFault('badUrl');
  if (url.protocol === 'http:' && !isLoopback(url)) throw new CarrierFault('needsHttps');
  url.hash = '';
  url.search = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1';
}
