import { requestIn } from '../../../shared/protocol/callRequest';
import {
  callOf,
  calls,
  type Call,
  type CallAnswer,
  type CallEvent,
  type CallName,
  type CallRequest,
  type CallWith,
} from '../../../shared/protocol/calls';
import type { Seal } from '../../../shared/protocol/keys';
import type { SignedAct } from '../../../shared/protocol/signed';
import { kept, NotKept, type Kept } from '../../util/files/kept';
import type { Disposable } from '../../util/lifetime';
import { fieldsOf } from '../../../shared/text/fields';
import { notKept, Refusal, refusals } from './refusal';
import { streamKey } from './streamKey';

/** Takes what an answer tells bit by bit; nothing may follow `end`. */
export interface Telling<Event> {
  send(event: Event): void;
  end(): void;
}

/** Begins to tell; what it gives back is disposed when the caller hangs up. */
export type Tell<Event> = (telling: Telling<Event>) => Disposable;

/** A call that changes a kept file answers with the promise of that file, which rejects with `NotKept`. */
type Handled<Name extends CallName> =
  | Refusal
  | (Name extends CallWith<{ keeps: true }>
      ? Kept
      : Name extends CallWith<{ events: Call['events'] & object }>
        ? Tell<CallEvent<Name>>
        : CallAnswer<Name>);

/**
 * Does what one call asks for. `seal` is the good one under which a prompt came, to be kept with it;
 * `origin` is there for what differs by who calls.
 */
export type Handler<Name extends CallName> = (
  request: CallRequest<Name>,
  seal: Name extends CallWith<{ signed: 'prompts' }> ? Seal : undefined,
  origin?: CallOrigin,
) => Handled<Name> | Promise<Handled<Name>>;

/** A handler for each of these calls, and none for another. */
export type Handlers<Names extends CallName = CallName> = {
  readonly [Name in Names]: Handler<Name>;
};

/** Tells whether a signed call came under a good seal: then its body without the seal, else why not. */
export interface SealCheck {
  open(
    act: SignedAct,
    session: string,
    body: unknown,
    channel?: string,
  ): Refusal | { readonly seal: Seal; readonly body: unknown };
  /** Whether a call for another machine came by the connection that its seal names. */
  isOnItsWay(body: unknown, channel?: string): boolean;
}

/** How a call came to this hub. */
export interface CallOrigin {
  /** No other machine is asked. */
  readonly isOwn?: boolean;
  /** Its connection as a seal names it; absent for a window at its own hub. */
  readonly channel?: string | undefined;
  /** Number of the stream that the calling window reads; absent for phones and older windows. */
  readonly stream?: string | undefined;
}

/** Carries calls about sessions of other machines there. */
export interface CallForward {
  /** Handlers that answer for all machines of this board what this hub alone answers for itself. */
  readonly joined: Partial<Handlers>;
  /** False for a session of this hub, and of a machine that is not on the board. */
  leadsOn(id: string): boolean;
  /** Makes a call of a session that it leads to. `body` is as it came, with its seal. */
  take(name: CallName, id: string, body: unknown): Promise<unknown>;
}

/** A call that was found at a path. */
export type FoundCall = Call & {
  readonly name: CallName;
  /** The path's part at its row's parameter, else empty. */
  readonly id: string;
};

const rows = Object.keys(calls).map((key) => {
  const name = key as CallName;
  return { name, segments: callOf(name).path.split('/') };
});

/** Leads each call of the table to its handler, with a request of the right shape. */
export class CallRouter {
  private handlers: Partial<Handlers> = {};
  private forward: CallForward | undefined;

  constructor(private readonly seals: SealCheck) {}

  /** Answers calls by these from then on; none is answered before. */
  serve(handlers: Handlers, forward?: CallForward): this {
    this.handlers = handlers;
    this.forward = forward;
    return this;
  }

  at(pathname: string): FoundCall | undefined {
    const path = pathname.split('/');
    for (const { name, segments } of rows) {
      const id = idIn(segments, path);
      if (id !== undefined) return { ...callOf(name), name, id };
    }
    return undefined;
  }

  /**
   * `value` is the body, or what the address has in its place. The seal is checked before the shape.
   */
  async handle(found: FoundCall, value: unknown, origin: CallOrigin = {}): Promise<unknown> {
    const { isOwn = false, channel, stream } = origin;
    const { name, id, names, signed } = found;
    const forward = isOwn ? undefined : this.forward;
    if (forward?.leadsOn(id) === true) {
      const isFit = signed === undefined || this.seals.isOnItsWay(value, channel);
      return isFit ? forward.take(name, id, value) : refusals.unsigned;
    }
    const opened =
      signed === undefined
        ? { body: value, seal: undefined }
        : this.seals.open(signed, id, value, channel);
    if (opened instanceof Refusal) return opened;
    const isForStream = signed === undefined || fieldsOf(opened.body)['stream'] === stream;
    if (names === 'stream' && !isForStream) return refusals.unsigned;
    const read = requestIn(found, id, opened.body);
    if (read === undefined) return refusals.schema;
    const request = names === 'stream' ? withStream(read, stream) : read;
    const handle = forward?.joined[name] ?? this.handlers[name];
    if (handle === undefined) return refusals.internal;
    return answered(async () => handle(request as never, opened.seal as never, origin));
  }
}

/** Puts the key of its stream in the place of the window's id, which others may know. */
function withStream(request: object, stream: string | undefined): object {
  const { window } = fieldsOf(request);
  return typeof window === 'string' ? { ...request, window: streamKey(window, stream) } : request;
}

/** The answer of a handler: a refusal where what it was asked to keep is not on the disk. */
async function answered(handle: () => Promise<unknown>): Promise<unknown> {
  try {
    const outcome = await handle();
    return outcome === kept ? undefined : outcome;
  } catch (error) {
    if (error instanceof NotKept) return notKept(error);
    throw error;
  }
}

/** Undefined where the path is not of the row. */
function idIn(row: readonly string[], path: readonly string[]): string | undefined {
  if (row.length !== path.length) return undefined;
  let id = '';
  for (const [index, segment] of path.entries()) {
    if (row[index]?.startsWith(':') === true && segment !== '') id = segment;
    else if (row[index] !== segment) return undefined;
  }
  return decoded(id);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return ''; // Nothing has this id.
  }
}
