import { bytesOf, concatenated, utf8, type Bytes } from './bytes';
import { agreed, newAgreementKeys, publicKeyLength, type AgreementKeys } from './keys';
import { SecureChannel } from './secureChannel';
import { SymmetricState, tagLength } from './symmetricState';

/**
 * The two handshakes of the Noise Protocol Framework by which a phone and a hub meet, with P-256 in
 * place of Noise's own curves, as WebCrypto has it everywhere. `KK`: both have known each other's
 * static key since the pairing. `IKpsk1`: the pairing; the phone knows the hub's static key and a
 * secret, both from the QR code, and tells its own.
 */
type Pattern = 'KK' | 'IKpsk1';

const prologue = utf8('mission-control/phone/1');
const nothing = bytesOf(new Uint8Array());

async function begun(pattern: Pattern, ...known: readonly Bytes[]): Promise<SymmetricState> {
  const state = await SymmetricState.of(`Noise_${pattern}_P256_AESGCM_SHA256`);
  await state.mixHash(prologue);
  for (const key of known) await state.mixHash(key);
  return state;
}

/** Between the two messages of a handshake, on the side that began it. */
export class BegunHandshake {
  constructor(
    private readonly state: SymmetricState,
    private readonly own: AgreementKeys,
    private readonly ephemeral: AgreementKeys,
    /** The first message. */
    readonly message: Bytes,
    private readonly hasSecret: boolean,
  ) {}

  /** Rejects where the answer is not of the hub that is known, to this very message. */
  async finish(answer: Bytes): Promise<SecureChannel> {
    const theirs = answer.slice(0, publicKeyLength);
    await this.state.mixHash(theirs);
    if (this.hasSecret) await this.state.mixKey(theirs);
    await this.state.mixKey(await agreed(this.ephemeral, theirs));
    await this.state.mixKey(await agreed(this.own, theirs));
    await this.state.open(answer.slice(publicKeyLength));
    const [outgoing, incoming] = await this.state.split();
    return new SecureChannel(outgoing, incoming, this.state.fingerprint);
  }
}

/** Begins as a phone that is paired. */
export async function beginKnown(own: AgreementKeys, hub: Bytes): Promise<BegunHandshake> {
  const state = await begun('KK', own.publicKey, hub);
  const ephemeral = await newAgreementKeys();
  await state.mixHash(ephemeral.publicKey);
  await state.mixKey(await agreed(ephemeral, hub));
  await state.mixKey(await agreed(own, hub));
  const message = concatenated(ephemeral.publicKey, await state.seal(nothing));
  return new BegunHandshake(state, own, ephemeral, message, false);
}

/** Begins as a phone that was shown the QR code. `secret` has 32 bytes. */
export async function beginPairing(
  own: AgreementKeys,
  hub: Bytes,
  secret: Bytes,
): Promise<BegunHandshake> {
  const state = await begun('IKpsk1', hub);
  const ephemeral = await newAgreementKeys();
  await state.mixHash(ephemeral.publicKey);
  await state.mixKey(ephemeral.publicKey);
  await state.mixKey(await agreed(ephemeral, hub));
  const told = await state.seal(own.publicKey);
  await state.mixKey(await agreed(own, hub));
  await state.mixKeyAndHash(secret);
  const message = concatenated(ephemeral.publicKey, told, await state.seal(nothing));
  return new BegunHandshake(state, own, ephemeral, message, true);
}

/** What answers a first message, and the channel that is open once the answer has arrived. */
export interface AnsweredHandshake {
  readonly answer: Bytes;
  /** The phone is known to be there, and not an earlier message of it, once its first text can be opened. */
  readonly channel: SecureChannel;
}

/** Answers, as the hub, a phone that is paired. Rejects where the message is not of that phone. */
export async function answerKnown(
  own: AgreementKeys,
  phone: Bytes,
  message: Bytes,
): Promise<AnsweredHandshake> {
  const state = await begun('KK', phone, own.publicKey);
  const theirs = message.slice(0, publicKeyLength);
  await state.mixHash(theirs);
  await state.mixKey(await agreed(own, theirs));
  await state.mixKey(await agreed(own, phone));
  await state.open(message.slice(publicKeyLength));
  return answered(state, theirs, phone, false);
}

/** Answers, as the hub, a phone that was shown the QR code, and tells the phone's key. Rejects where it was not. */
export async function answerPairing(
  own: AgreementKeys,
  secret: Bytes,
  message: Bytes,
): Promise<AnsweredHandshake & { readonly phone: Bytes }> {
  const state = await begun('IKpsk1', own.publicKey);
  const theirs = message.slice(0, publicKeyLength);
  await state.mixHash(theirs);
  await state.mixKey(theirs);
  await state.mixKey(await agreed(own, theirs));
  const told = publicKeyLength + publicKeyLength + tagLength;
  const phone = await state.open(message.slice(publicKeyLength, told));
  await state.mixKey(await agreed(own, phone));
  await state.mixKeyAndHash(secret);
  await state.open(message.slice(told));
  return { ...(await answered(state, theirs, phone, true)), phone };
}

async function answered(
  state: SymmetricState,
  theirs: Bytes,
  phone: Bytes,
  hasSecret: boolean,
): Promise<AnsweredHandshake> {
  const ephemeral = await newAgreementKeys();
  await state.mixHash(ephemeral.publicKey);
  if (hasSecret) await state.mixKey(ephemeral.publicKey);
  await state.mixKey(await agreed(ephemeral, theirs));
  await state.mixKey(await agreed(ephemeral, phone));
  const answer = concatenated(ephemeral.publicKey, await state.seal(nothing));
  const [incoming, outgoing] = await state.split();
  return { answer, channel: new SecureChannel(outgoing, incoming, state.fingerprint) };
}
