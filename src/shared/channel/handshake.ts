import { bytesOf, concatenate, utf8, type Bytes } from './bytes';
import { agreeOnSecret, newAgreementKeys, publicKeyLength, type KeyPair } from './keys';
import { SecureChannel } from './secureChannel';
import { SymmetricState, tagLength } from './symmetricState';

/**
 * The two Noise Protocol Framework handshakes between a phone and a hub, with P-256 in place of
 * Noise's curves, because WebCrypto supports it everywhere. `KK` is for paired phones: both sides
 * know each other's static key. `IKpsk1` is for pairing: the phone knows the hub's static key and a
 * secret from the QR code, and sends its own key.
 */
type Pattern = 'KK' | 'IKpsk1';

const prologue = utf8('mission-control/phone/1');
const empty = bytesOf(new Uint8Array());

async function beginHandshake(
  pattern: Pattern,
  ...known: readonly Bytes[]
): Promise<SymmetricState> {
  const state = await SymmetricState.of(`Noise_${pattern}_P256_AESGCM_SHA256`);
  await state.mixHash(prologue);
  for (const key of known) await state.mixHash(key);
  return state;
}

/** The initiator's side of a handshake after its first message. */
export class StartedHandshake {
  constructor(
    private readonly state: SymmetricState,
    private readonly own: KeyPair,
    private readonly ephemeral: KeyPair,
    /** The first message of the handshake. */
    readonly message: Bytes,
    private readonly hasSecret: boolean,
  ) {}

  /** Rejects if the answer is not from the expected hub, or does not answer this message. */
  async finish(answer: Bytes): Promise<SecureChannel> {
    const theirs = answer.slice(0, publicKeyLength);
    await this.state.mixHash(theirs);
    if (this.hasSecret) await this.state.mixKey(theirs);
    await this.state.mixKey(await agreeOnSecret(this.ephemeral, theirs));
    await this.state.mixKey(await agreeOnSecret(this.own, theirs));
    await this.state.open(answer.slice(publicKeyLength));
    const [outgoing, incoming] = await this.state.split();
    return new SecureChannel(outgoing, incoming, this.state.fingerprint);
  }
}

/** Starts the handshake of a paired phone. */
export async function startPairedHandshake(own: KeyPair, hub: Bytes): Promise<StartedHandshake> {
  const state = await beginHandshake('KK', own.publicKey, hub);
  const ephemeral = await newAgreementKeys();
  await state.mixHash(ephemeral.publicKey);
  await state.mixKey(await agreeOnSecret(ephemeral, hub));
  await state.mixKey(await agreeOnSecret(own, hub));
  const message = concatenate(ephemeral.publicKey, await state.seal(empty));
  return new StartedHandshake(state, own, ephemeral, message, false);
}

/** Starts the handshake of a phone that scanned the QR code. `secret` has 32 bytes. */
export async function startPairing(
  own: KeyPair,
  hub: Bytes,
  secret: Bytes,
): Promise<StartedHandshake> {
  const state = await beginHandshake('IKpsk1', hub);
  const ephemeral = await newAgreementKeys();
  await state.mixHash(ephemeral.publicKey);
  await state.mixKey(ephemeral.publicKey);
  await state.mixKey(await agreeOnSecret(ephemeral, hub));
  const sealedKey = await state.seal(own.publicKey);
  await state.mixKey(await agreeOnSecret(own, hub));
  await state.mixKeyAndHash(secret);
  const message = concatenate(ephemeral.publicKey, sealedKey, await state.seal(empty));
  return new StartedHandshake(state, own, ephemeral, message, true);
}

/** The answer to the first message of a handshake, and the channel that it opens. */
export interface AnsweredHandshake {
  readonly answer: Bytes;
  /**
   * The first message could be a replay; decrypting the first text on the channel proves that the
   * phone is live.
   */
  readonly channel: SecureChannel;
}

/** Answers a paired phone as the hub. Rejects if the message is not from that phone. */
export async function answerPairedHandshake(
  own: KeyPair,
  phone: Bytes,
  message: Bytes,
): Promise<AnsweredHandshake> {
  const state = await beginHandshake('KK', phone, own.publicKey);
  const theirs = message.slice(0, publicKeyLength);
  await state.mixHash(theirs);
  await state.mixKey(await agreeOnSecret(own, theirs));
  await state.mixKey(await agreeOnSecret(own, phone));
  await state.open(message.slice(publicKeyLength));
  return writeAnswer(state, theirs, phone, false);
}

/**
 * Answers a phone that scanned the QR code, as the hub, and returns the phone's key. Rejects if the
 * phone does not know the secret in the code.
 */
export async function answerPairing(
  own: KeyPair,
  secret: Bytes,
  message: Bytes,
): Promise<AnsweredHandshake & { readonly phone: Bytes }> {
  const state = await beginHandshake('IKpsk1', own.publicKey);
  const theirs = message.slice(0, publicKeyLength);
  await state.mixHash(theirs);
  await state.mixKey(theirs);
  await state.mixKey(await agreeOnSecret(own, theirs));
  const keyEnd = publicKeyLength + publicKeyLength + tagLength;
  const phone = await state.open(message.slice(publicKeyLength, keyEnd));
  await state.mixKey(await agreeOnSecret(own, phone));
  await state.mixKeyAndHash(secret);
  await state.open(message.slice(keyEnd));
  return { ...(await writeAnswer(state, theirs, phone, true)), phone };
}

async function writeAnswer(
  state: SymmetricState,
  theirs: Bytes,
  phone: Bytes,
  hasSecret: boolean,
): Promise<AnsweredHandshake> {
  const ephemeral = await newAgreementKeys();
  await state.mixHash(ephemeral.publicKey);
  if (hasSecret) await state.mixKey(ephemeral.publicKey);
  await state.mixKey(await agreeOnSecret(ephemeral, theirs));
  await state.mixKey(await agreeOnSecret(ephemeral, phone));
  const answer = concatenate(ephemeral.publicKey, await state.seal(empty));
  const [incoming, outgoing] = await state.split();
  return { answer, channel: new SecureChannel(outgoing, incoming, state.fingerprint) };
}
