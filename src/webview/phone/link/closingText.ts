import { closeCodes } from '../../../shared/phone/firstFrame';
import { t } from '../../../shared/words/l10n';

const tooMany = () =>
  t('Too many phones are connected to this computer. Try again in a minute, or remove one there.');

/**
 * Why a paired phone is not connected, and what to do. The close code is not authenticated: any
 * intermediary could have sent it.
 */
export function closingText(code: number): string {
  switch (code) {
    case closeCodes.unknownDevice:
      return t(
        'The computer at this address does not know this phone. If it was removed there, choose Connect Phone there and scan the new code.',
      );
    case closeCodes.removed:
      return t(
        'This phone was removed at the computer. To connect it again, choose Connect Phone there and scan the new code.',
      );
    case closeCodes.unreadable:
      return t(
        'The computer at this address is not the one that this phone knows. If everything was removed there, choose Connect Phone there and scan the new code.',
      );
    case closeCodes.crowded:
      return tooMany();
    default:
      return navigator.onLine
        ? t(
            'The computer can’t be reached: it may be asleep or offline, or its editor closed. This page keeps trying.',
          )
        : t('This phone is offline. It connects again as soon as it has a network.');
  }
}

/**
 * Why pairing failed, and what to do. `wasWaiting` is true if the phone was already waiting to be
 * accepted at the computer.
 */
export function pairingText(code: number, wasWaiting: boolean): string {
  switch (code) {
    case closeCodes.ticketOver:
      return t(
        'This code was used before or has expired. Choose Connect Phone at the computer and scan the new code.',
      );
    case closeCodes.unreadable:
      return t(
        'The computer could not read this code. Choose Connect Phone there and scan the new code.',
      );
    case closeCodes.refused:
      return t(
        'The computer did not accept this phone. To try again, choose Connect Phone there and scan the new code.',
      );
    case closeCodes.crowded:
      return tooMany();
    default:
      return wasWaiting
        ? t(
            'The connection broke off before the computer had accepted this phone. Choose Connect Phone there and scan the new code.',
          )
        : unreachableHubText();
  }
}

/** Text for a hub that can't be reached, although the page was loaded from the phone's cache. */
export function unreachableHubText(): string {
  return t(
    'The computer can’t be reached at this address. Make sure that its editor is open and that this phone is online, then try again.',
  );
}

/** Text for a carrier that blocks the connection until the person signs in. */
export function signInText(): string {
  return t('The way to the computer asks you to sign in again. Choose Reconnect to do so.');
}
