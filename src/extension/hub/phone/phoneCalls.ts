import { callOf, parameterIn, type CallName } from '../../../shared/protocol/calls';
import type { SignedCall } from '../../../shared/phone/signedMessages';
import type { Seal } from '../../../shared/protocol/keys';
import type { PhoneScope } from '../../../shared/protocol/phones';
import { t } from '../../../shared/words/l10n';
import { shownLabel } from '../../../shared/words/stateLabels';
import { fieldsOf } from '../../../shared/text/fields';
import type { ReadPart } from '../../reader/remoteTranscript';
import type { CallRouter } from '../serve/callRouter';
import { isForGood } from '../control/forGood';
import { Refusal, refusals } from '../serve/refusal';

const onlyWatches = () =>
  t('This phone may only watch. Answering is switched on at the computer, in Manage Phones.');

const unconfirmed = () => t('Confirm this phone again at the computer, in Manage Phones.');

/** Calls of a phone that may only watch: they change nothing of a session. */
const watching: ReadonlySet<CallName> = new Set<CallName>(['lookAt']);

export interface PhoneRights {
  readonly scope: () => PhoneScope;
  /** False also where the list of phones says otherwise, but no editor vouches for the phone. */
  readonly mayAct: () => boolean;
  /** Name of the phone's connection: its seals count on no other. */
  readonly channel: string;
}

/** The calls of one phone: those of the table that are meant for phones, in its scope, and no other. */
export class PhoneCalls {
  constructor(
    private readonly router: CallRouter,
    private readonly rights: PhoneRights,
  ) {}

  /** Rejects with a sentence fit for a person. */
  async call(name: CallName, said: object): Promise<unknown> {
    const { path, method } = callOf(name);
    if (method !== 'GET' && !watching.has(name)) this.demandRights();
    const parameter = parameterIn(path);
    const { [parameter ?? '']: id, ...rest } = fieldsOf(said);
    return this.make(name, typeof id === 'string' ? id : '', rest);
  }

  /** Makes a call that counts by its signature. Rejects as `call` does. */
  async signed({ name, session, body }: SignedCall, seal: Seal): Promise<unknown> {
    this.demandRights();
    // The hub of another machine knows the desk alone: it does not see that a phone decides.
    if (isForGood(fieldsOf(body)['decision'])) throw new Error(t(refusals.forGood.message));
    return this.make(name, session, { ...body, seal });
  }

  /** Reads a transcript of another machine for this hub's reader of it, which is none of the phone's calls. */
  readPart: ReadPart = async (said) => this.answer('transcriptPart', said.sessionId, said) as never;

  private demandRights(): void {
    const { scope, mayAct } = this.rights;
    if (scope() !== 'answer') throw new Error(onlyWatches());
    if (!mayAct()) throw new Error(unconfirmed());
  }

  private async make(name: CallName, id: string, value: object): Promise<unknown> {
    const row = callOf(name);
    if (!row.by.includes('phone')) throw new Error(t('This isn’t possible from a phone.'));
    return this.answer(name, id, value);
  }

  private async answer(name: CallName, id: string, value: object): Promise<unknown> {
    const row = callOf(name);
    const { channel } = this.rights;
    const outcome = await this.router.handle({ ...row, name, id }, value, { channel });
    if (!(outcome instanceof Refusal)) return outcome;
    const { label, message, error } = outcome;
    if (error === 'unknown_key') throw new Error(unconfirmed());
    throw new Error(label === undefined ? t(message) : shownLabel(label));
  }
}
