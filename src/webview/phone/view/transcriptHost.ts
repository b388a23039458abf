import type { ReaderTarget } from '../../../shared/messages/readerMessages';
import { plainLine } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import type { Host } from '../../host';
import type { ReaderHost } from '../../reader/host';
import type { ReaderCarrier } from '../readerCarrier';

/** On a phone the card is a separate screen, so its transcript has no bar. */
const noSessionBar: Host = {
  place: 'transcript',
  post: () => undefined,
  onMessage: () => () => undefined,
  readArrangement: () => undefined,
  writeArrangement: () => undefined,
  readDrafts: () => undefined,
  writeDrafts: () => undefined,
};

/** Connects a transcript to the hub. Links and subagents are opened by the phone itself. */
export function transcriptHost(
  target: ReaderTarget,
  carrier: ReaderCarrier,
  openSubagent: (agentId: string) => void,
): ReaderHost {
  return {
    start: { target, kept: false },
    hasNoEditor: true,
    keep: () => undefined,
    bar: noSessionBar,
    onMessage: (listener) => carrier.onMessage(listener),
    post: (message) => {
      if (message.type === 'openLink') openLink(message.href);
      else if (message.type === 'openSubagent') openSubagent(message.agentId);
      else carrier.post(message);
    },
  };
}

/** Opens a web link after the person saw its target; files are not available on the phone. */
function openLink(href: string): void {
  const address = webAddress(href);
  if (address === undefined) {
    alert(t('Not opened: {0}', plainLine(href, 120)));
  } else if (confirm(t('Open {0}?', plainLine(address, 300)))) {
    window.open(address, '_blank', 'noopener,noreferrer');
  }
}

/**
 * Returns the complete address of a web link; undefined for other links and for addresses with user
 * information.
 */
function webAddress(href: string): string | undefined {
  try {
    const { protocol, username, password, href: address } = new URL(href);
    const isWeb = protocol === 'https:' || protocol === 'http:';
    return isWeb && username === '' && password === '' ? address : undefined;
  } catch {
    return undefined;
  }
}
