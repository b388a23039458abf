import { phonePaths } from '../../../shared/phone/phonePaths';

/** URL of the hub's WebSocket next to a page, which may have a path prefix of its carrier. */
export function channelAddress(page: string): string {
  const address = new URL(phonePaths.channel, page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  return address.href;
}
