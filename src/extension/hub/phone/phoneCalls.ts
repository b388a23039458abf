import { requestIn } from '../../../shared/protocol/callRequest';
import { callOf, calls, parameterIn, type CallName } from '../../../shared/protocol/calls';
import { recipientOf } from '../../../shared/phone/signedCall';
import type { Seal } from '../../../shared/protocol/keys';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import type { PhoneScope } from '../../../shared/protocol/phones';
import { t } from '../../../shared/words/l10n';
import { shownLabel } from '../../../shared/words/stateLabels';
import { fieldsOf } from '../../../shared/text/fields';
import type { ReadPart } from '../../reader/remoteTranscript';
import type { CallRouter } from '../serve/callRouter';
import { allowsLaterRequests } from '../control/forGood';
import { Refusal, refusals } from '../serve/refusal';

const watchOnlyText = () =>
  t('This phone may only watch. Answering is switched on at the computer, in Manage Phones.');

const unconfirmedText = () => t('Confirm this phone again at the computer, in Manage Phones.');

const unsealedText = () => t('This counts only with the signature of this phone.');

const impossibleText = () => t('This isn’t possible from a phone.');

/**
 * Calls, in addition to reads, that phones with scope `watch` may make: they do not change a
 * session.
 */
const watchCalls: ReadonlySet<CallName> = new Set<CallName>(['lookAt']);

export interface PhoneRights {
  readonly scope: () => PhoneScope;
  /**
   * Returns true if a person confirmed the phone in an editor and it may answer. The list of phones
   * on the disk is not trusted, because any program of the user can write it.
   */
  readonly mayAct: () => boolean;
  /**
   * Name of the phone's connection; signed calls of the phone are valid on this connection only.
   */
  readonly channel: string;
  /** Returns the window id of the phone; a window id that the phone sends is ignored. */
  readonly window: () => string;
  /** Returns the other machines on the board. */
  readonly machines: () => readonly MachineCard[] | undefined;
}

/**
 * Makes the calls of one phone: only those that the table of calls allows for phones, within the
 * scope of the phone.
 */
export class PhoneCalls {
  constructor(
    private readonly router: CallRouter,
    private readonly rights: PhoneRights,
  ) {}

  /** Makes a call of the phone. Rejects with a message for the person. */
  async call(calledName: string, input: unknown, seal?: Seal): Promise<unknown> {
    if (!Object.hasOwn(calls, calledName)) throw new Error(impossibleText());
    const name = calledName as CallName;
    const row = callOf(name);
    const isSealed = row.by.includes('seal');
    if (isSealed && seal === undefined) throw new Error(unsealedText());
    if (row.method !== 'GET' && !watchCalls.has(name)) this.requireRights();
    if (!isSealed && !row.by.includes('phone')) throw new Error(impossibleText());
    const parameter = parameterIn(row.path) ?? '';
    const id = fieldsOf(input)[parameter] ?? '';
    if (typeof id !== 'string' || (id === '') !== (parameter === ''))
      throw new Error(impossibleText());
    const fields = {
      ...fieldsOf(input),
      ...(row.names && { window: this.windowFor(id, isSealed) }),
    };
    const request = requestIn(row, id, fields);
    if (request === undefined || row.phone?.safeParse(request).success === false) {
      throw new Error(impossibleText());
    }
    const { [parameter]: _id, ...body } = fieldsOf(request);
    // Phones must not give lasting permissions. The handler of this hub refuses them for its own
    // sessions, but the hub of another machine sees the call as one of the desk, so they are
    // refused here.
    if (allowsLaterRequests(body['decision'])) throw new Error(t(refusals.forGood.message));
    return this.routeCall(name, id, isSealed ? { ...body, seal } : body);
  }

  /**
   * Reads a part of a remote transcript for the reader that the hub runs for this phone. It
   * bypasses the table of calls, which allows this call to windows and machines only.
   */
  readPart: ReadPart = async (part) =>
    this.routeCall('transcriptPart', part.sessionId, part) as never;

  private windowFor(id: string, isSealed: boolean): string {
    const { window, machines } = this.rights;
    return isSealed ? recipientOf(id, window(), machines()).window : window();
  }

  private requireRights(): void {
    const { scope, mayAct } = this.rights;
    if (scope() !== 'answer') throw new Error(watchOnlyText());
    if (!mayAct()) throw new Error(unconfirmedText());
  }

  private async routeCall(name: CallName, id: string, value: object): Promise<unknown> {
    const row = callOf(name);
    const { channel } = this.rights;
    const outcome = await this.router.handle({ ...row, name, id }, value, { channel });
    if (!(outcome instanceof Refusal)) return outcome;
    const { label, message, error } = outcome;
    if (error === 'unknown_key') throw new Error(unconfirmedText());
    throw new Error(label === undefined ? t(message) : shownLabel(label));
  }
}
