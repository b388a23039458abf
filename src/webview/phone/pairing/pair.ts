import { fromBase64Url, toBase64Url, type Bytes } from '../../../shared/channel/bytes';
import { startPairing } from '../../../shared/channel/handshake';
import { publicKeyLength } from '../../../shared/channel/keys';
import { sha256 } from '../../../shared/channel/symmetricState';
import { closeCodes } from '../../../shared/phone/firstFrame';
import { matchingCode } from '../../../shared/phone/matchingCode';
import type { PairingTicket } from '../../../shared/phone/pairingLink';
import { phonePaths } from '../../../shared/phone/phonePaths';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import { createPhoneKeys, type Identity, type PhoneKeys } from '../keep/identity';
import { answerJson } from '../link/answerJson';
import { channelAddress } from '../link/channelAddress';
import { pairingText, unreachableHubText } from '../link/closingText';
import { parseHubMessage } from '../link/messageIn';
import { SealedLink } from '../link/sealedLink';
import { PhoneProblem } from './problem';

/** Upper limit for the hub's description of itself, in bytes. */
const maxAboutBytes = 4_096;

export interface PairParts {
  readonly ticket: PairingTicket;
  /** Name of this phone for people. */
  readonly name: string;
  /**
   * Called when the computer asks for the phone's acceptance; the person has to compare the code.
   */
  readonly onWaiting: (code: string, machine: string) => void;
  /** Aborts pairing. */
  readonly signal: AbortSignal;
}

/**
 * Pairs with a ticket; resolves after the phone was accepted at the computer. Rejects with a
 * `PhoneProblem`.
 */
export async function pair(parts: PairParts): Promise<Identity> {
  const hubKey = await keyOfHub(parts.ticket.hub);
  const keys = await createPhoneKeys();
  return pairWith(parts, hubKey, keys);
}

/** The key of the ticket's hub; rejects if the carrier serves a different hub's key. */
async function keyOfHub(hash: Bytes): Promise<Bytes> {
  const about: unknown = await fetch(phonePaths.about, { cache: 'no-store' })
    .then((answer) => answerJson(answer, maxAboutBytes))
    .catch(() => {
      throw new PhoneProblem(unreachableHubText(), true);
    });
  const key = fromBase64Url(textOf(fieldsOf(about)['key']));
  const isOurs =
    key?.length === publicKeyLength && toBase64Url(await sha256(key)) === toBase64Url(hash);
  if (isOurs) return key;
  throw new PhoneProblem(
    t(
      'This code is of another computer than the one at this address. Choose Connect Phone at your computer and scan the new code.',
    ),
  );
}

function pairWith({ ticket, name, onWaiting, signal }: PairParts, hubKey: Bytes, keys: PhoneKeys) {
  return new Promise<Identity>((resolve, reject) => {
    let wasWaiting = false;
    let code = '';
    const link: SealedLink = new SealedLink({
      address: channelAddress(location.href),
      meeting: 'pairing',
      id: ticket.id,
      begin: () => startPairing(keys.agreement, hubKey, ticket.secret),
      onOpen: (fingerprint) => {
        // Computed here, because an intermediary could send the computer's code.
        code = matchingCode(fingerprint);
        const signingKey = toBase64Url(keys.signing.publicKey);
        link.send(JSON.stringify({ type: 'introduce', name, signingKey }));
      },
      onText: (text) => {
        const message = parseHubMessage(text);
        if (message?.type === 'waiting') {
          wasWaiting = true;
          stayAwake(signal);
          onWaiting(code, message.machine);
        } else if (message?.type === 'welcome') {
          const { device, machine, machineId } = message;
          resolve({ ...keys, id: device.id, hubKey, name: device.name, machine, machineId });
          link.close();
        }
      },
      onClose: (by) => {
        const canRetry = !wasWaiting && (by < 4_000 || by === closeCodes.crowded);
        reject(new PhoneProblem(pairingText(by, wasWaiting), canRetry));
      },
    });
    signal.addEventListener('abort', () => link.close());
    if (signal.aborted) link.close();
  });
}

/**
 * Keeps the screen on while the person looks at the computer, because a sleeping phone would lose
 * the connection.
 */
function stayAwake(signal: AbortSignal): void {
  const lock = navigator.wakeLock?.request('screen');
  lock?.then(
    (held) => signal.addEventListener('abort', () => void held.release()),
    () => undefined, // Refused, for example because the battery is low.
  );
}
