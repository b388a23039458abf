import type { IncomingMessage } from 'node:http';
import {
  callOf,
  needsOwnWindows,
  type CallAnswer,
  type CallBy,
  type Caller,
  type CallEvent,
  type CallName,
  type CallInput,
  type CallWith,
} from '../../shared/protocol/calls';
import { t } from '../../shared/words/l10n';
import { errorAnswerSchema } from '../../shared/protocol/errorAnswer';
import { addressIn } from '../../shared/protocol/machines/address';
import type * as z from '../../shared/protocol/schema';
import { lineChannel } from '../../shared/protocol/signed';
import { shownLabel } from '../../shared/words/stateLabels';
import type { ReachableHub } from '../util/hub/reachableHub';
import { hubName } from '../util/hub/provingKey';
import { streamHeader } from '../util/noForwardHeader';
import { afterRunning } from '../util/runningTime';
import { withSeal, type Signer } from '../util/keys/signing';
import { callHub, readJsonBody, type HubCall } from './callHub';
import { splitAddress, toHttpCall } from './callAddress';
import { readServerSentEvents } from './eventStream';

/** A hub that takes longer to answer, in ms, is considered hung. */
const timeoutMs = 5_000;

const reconnectingText = () => t('Mission Control is reconnecting; try again in a moment.');

const machineUnreachableText = () =>
  t('The machine of this session can’t be reached right now. Try again when it is back.');

/** A refusal by the hub: the message is shown to a person, `code` is its fixed slug. */
export class HubRefusal extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Calls whose response is a stream of events. */
export type EventCall = CallWith<{ events: z.ZodMiniType }>;

/** Makes the calls in `Names`. */
export interface Calls<Names extends CallName> {
  /**
   * Settles with the hub's answer. Rejects with an error to show: the hub's own message, or that
   * the hub is unreachable. `signal` aborts the call and replaces its timeout.
   */
  call<Name extends Exclude<Names, EventCall>>(
    name: Name,
    request: CallInput<Name>,
    signal?: AbortSignal,
  ): Promise<CallAnswer<Name>>;
}

/** Makes the calls in `Names` that answer with a stream of events. */
export interface Events<Names extends EventCall> {
  /** Ends with the response or when `signal` aborts. Rejects as `call` does. */
  events<Name extends Names>(
    name: Name,
    request: CallInput<Name>,
    signal: AbortSignal,
  ): AsyncIterable<CallEvent<Name>>;
}

/**
 * Data that a signature for another machine contains: its hub, and the window id under which this
 * window's calls arrive there.
 */
export interface SignatureTarget {
  readonly hub: string;
  readonly window: string;
  /** Name of the connection to that machine. */
  readonly line: string;
  /** Offset of its clock from ours, in ms. */
  readonly aheadMs?: number | undefined;
}

/** A machine of the board, or an account: another config home on this computer. */
export interface MachineOnBoard {
  /** Undefined while it is disconnected. */
  readonly there?: SignatureTarget | undefined;
  /** The account's config home. */
  readonly account?: string | undefined;
}

export interface HubClientParts {
  /** The hub that is reachable now, if any. */
  readonly hub: () => ReachableHub | undefined;
  /** The id that the window sends to every hub. */
  readonly window?: string;
  /** Number of the window's current stream. */
  readonly stream?: () => string | undefined;
  /** Signs the calls that need a signature. */
  readonly signer?: () => Promise<Signer>;
  /** Looks up another machine of the board by its id; undefined while it is not connected. */
  readonly machine?: (machineId: string) => MachineOnBoard | undefined;
}

/** Makes the calls of the protocol table to the hub that is reachable now. */
export class HubClient<By extends Caller>
  implements Calls<CallBy<By>>, Events<CallBy<By> & EventCall>
{
  constructor(private readonly parts: HubClientParts) {}

  /** Throws an error that can be shown if no hub is reachable. */
  get reachable(): ReachableHub {
    const hub = this.parts.hub();
    if (hub === undefined) throw new Error(reconnectingText());
    return hub;
  }

  /**
   * The stream's number proves that a call comes from this window, and not from a program that
   * knows only its id.
   */
  get stream(): string | undefined {
    return this.parts.stream?.();
  }

  async call<Name extends Exclude<CallBy<By>, EventCall>>(
    name: Name,
    request: CallInput<Name>,
    signal?: AbortSignal,
  ): Promise<CallAnswer<Name>> {
    const answer = await readJsonBody(await this.send(name, request, signal));
    return callOf(name).answer?.parse(answer) as CallAnswer<Name>;
  }

  /** Skips events of types that only a newer hub sends. */
  async *events<Name extends CallBy<By> & EventCall>(
    name: Name,
    request: CallInput<Name>,
    signal: AbortSignal,
  ): AsyncGenerator<CallEvent<Name>, void> {
    for await (const { type, data } of readServerSentEvents(
      await this.send(name, request, signal),
    )) {
      const event = callOf(name).events?.safeParse({ type, data });
      if (event?.success === true) yield event.data as CallEvent<Name>;
    }
  }

  private async send(
    name: CallName,
    request: object,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    const hub = this.reachable;
    const { window, signer } = this.parts;
    const { stream } = this;
    const headers = stream === undefined ? {} : { [streamHeader]: stream };
    const row = callOf(name);
    const { names, signed } = row;
    const { id, rest } = splitAddress(row, { ...(names && { window }), ...request });
    if (signed === undefined || signer === undefined) {
      return requireSuccess(hub, { ...toHttpCall(row, id, rest), headers }, signal);
    }
    const address = addressIn(id);
    const machine = address && this.parts.machine?.(address.machineId);
    if (address !== undefined && machine?.there === undefined)
      throw new Error(machineUnreachableText());
    const isForOwnWindows = machine?.account !== undefined && needsOwnWindows(name);
    const remoteMachine = isForOwnWindows ? undefined : machine?.there;
    // A signature is valid for one hub only: the followed one, or that of the session's machine.
    // The latter is also bound to the connection to that machine.
    const statement = {
      act: signed,
      hub: remoteMachine?.hub ?? hubName(hub.token),
      session: id,
      ...(remoteMachine !== undefined && { channels: [lineChannel(remoteMachine.line)] }),
    };
    const ownBody = names === 'stream' ? { ...rest, stream } : rest;
    const body = remoteMachine === undefined ? ownBody : { ...rest, window: remoteMachine.window };
    const signedAtMs = Date.now() + (remoteMachine?.aheadMs ?? 0);
    const sent = toHttpCall(row, id, withSeal(await signer(), statement, body, signedAtMs));
    return requireSuccess(hub, { ...sent, headers }, signal);
  }
}

/** Resolves with a success response; rejects with an error to show. */
async function requireSuccess(
  hub: ReachableHub,
  call: Pick<HubCall, 'route' | 'body' | 'headers'>,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  let response: IncomingMessage;
  const timeout = new AbortController();
  const cancelTimeout =
    signal === undefined ? afterRunning(timeoutMs, () => timeout.abort()) : () => undefined;
  try {
    response = await callHub(hub, { ...call, signal: signal ?? timeout.signal });
    response.once('close', cancelTimeout);
  } catch (error) {
    cancelTimeout();
    throw new Error(reconnectingText(), { cause: error });
  }
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  const answer = errorAnswerSchema.safeParse(await readJsonBody(response).catch(() => undefined));
  if (!answer.success) throw new Error(t('Mission Control answered {0}.', statusCode));
  const { message, label, error } = answer.data;
  throw new HubRefusal(label === undefined ? t(message) : shownLabel(label), error);
}
