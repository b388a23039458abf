import { lookup } from 'node:dns/promises';
import { parseJson } from '../../../../shared/text/boundedJson';
import { phonePaths } from '../../../../shared/phone/phonePaths';
import { fieldsOf, textOf, type Fields } from '../../../../shared/text/fields';
import { CarrierFault } from './carrierFault';
import { fetchSmall, type PageRoute, type SmallAnswer } from './fetchSmall';
import { challengeName, type PageChallenge } from './pageChallenge';

interface Probe extends PageRoute {
  /** Address of the page. */
  readonly page: string;
  /** Challenge that identifies this hub's listener. */
  readonly challenge: PageChallenge;
  /** Address of the listener, shown to the person in faults. */
  readonly target: string;
  readonly signal: AbortSignal;
}

/**
 * Fetches the proof of the hub through the public address of the page. Rejects with a
 * `CarrierFault` unless the proof is valid for this hub.
 */
export async function probePage(probe: Probe): Promise<void> {
  const about = new URL(phonePaths.about, probe.page);
  const nonce = probe.challenge.nonce();
  about.searchParams.set(challengeName, nonce);
  const answer = await fetchSmall(about, probe).catch((error: unknown) => {
    throw error instanceof CarrierFault ? error : connectionFault(error);
  });
  checkAnswer(answer, probe, nonce);
}

/**
 * Resolves when the host name of the address can be resolved on this computer; retries every two
 * seconds.
 */
export async function waitForHostName(
  page: string,
  { route }: PageRoute,
  signal: AbortSignal,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  if (route !== undefined) return;
  while (!signal.aborted) {
    const found = await lookup(new URL(page).hostname).catch(() => undefined);
    if (found !== undefined) return;
    await pause(2_000);
  }
}

function checkAnswer(
  { status, location, text }: SmallAnswer,
  { challenge, target }: Probe,
  nonce: string,
): void {
  if (status >= 200 && status < 300) {
    const { hub, answer } = parseFields(text);
    // A program that reads our files can copy the name of the hub and take the port of the carrier,
    // so the name alone proves nothing. The answer to the nonce requires a secret of this process.
    if (hub === challenge.hub && answer === challenge.answer(nonce)) return;
    throw typeof hub !== 'string'
      ? new CarrierFault('otherPage', { detail: target })
      : new CarrierFault('wrongMachine', { detail: target });
  }
  if (status >= 300 && status < 400) throw new CarrierFault('redirected', { detail: location });
  // The answer of our own listener to an unknown host.
  if (status === 403 && text === 'This address is not known here.') {
    throw new CarrierFault('hostChanged');
  }
  if (status === 401 || status === 403 || status === 407) throw new CarrierFault('signIn');
  if (status === 404) throw new CarrierFault('notFound', { detail: target });
  if ((status >= 502 && status <= 504) || (status >= 520 && status <= 530)) {
    throw new CarrierFault('badGateway', { detail: target });
  }
  throw new CarrierFault('pageStatus', { detail: String(status) });
}

function parseFields(text: string): Fields {
  try {
    return fieldsOf(parseJson(text));
  } catch {
    return {};
  }
}

const unknownHostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'ENODATA']);
const untrustedCodes =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)\w*|CERT_UNTRUSTED)$/u;

function connectionFault(error: unknown): CarrierFault {
  const code = textOf(fieldsOf(error)['code']);
  if (unknownHostCodes.has(code)) return new CarrierFault('nameUnknown');
  if (code === 'ETIMEDOUT') return new CarrierFault('pageSilent');
  if (code === 'CERT_HAS_EXPIRED') return new CarrierFault('certificateExpired');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return new CarrierFault('certificateName');
  if (untrustedCodes.test(code)) return new CarrierFault('certificateUntrusted');
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|EPROTO)/u.test(code)) {
    return new CarrierFault('tlsFault', { detail: code });
  }
  const detail = code === '' && error instanceof Error ? error.message : code;
  return new CarrierFault('unreachable', { detail });
}
