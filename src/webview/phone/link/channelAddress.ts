import { phonePaths } from '../../../shared/phone/phonePaths';

/** Address of the hub's channel beside a page, which may lie below a path of its carrier. */
export function channelAddress(page: string): string {
  const address = new URL(phonePaths.channel, page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  return address.href;
}
