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
import { savedResult, NotSavedError, type SavedResult } from '../../util/files/savedResult';
import type { Disposable } from '../../util/lifetime';
import { fieldsOf } from '../../../shared/text/fields';
import { notSavedRefusal, Refusal, refusals } from './refusal';
import { streamKey } from './streamKey';

/** Receives the events of a streamed answer; nothing may follow `end`. */
export interface AnswerStream<Event> {
  send(event: Event): void;
  end(): void;
}

/** Starts a streamed answer; the result is disposed when the caller disconnects. */
export type StreamedAnswer<Event> = (stream: AnswerStream<Event>) => Disposable;

/**
 * A call that changes a stored file must answer with the file's promise, which rejects with
 * `NotSavedError`.
 */
type HandlerResult<Name extends CallName> =
  | Refusal
  | (Name extends CallWith<{ keeps: true }>
      ? SavedResult
      : Name extends CallWith<{ events: Call['events'] & object }>
        ? StreamedAnswer<CallEvent<Name>>
        : CallAnswer<Name>);

/**
 * Handles a call. `seal` is the valid seal of a prompt or grant, to be stored with it; `origin` is for calls
 * that depend on the caller.
 */
export type Handler<Name extends CallName> = (
  request: CallRequest<Name>,
  seal: Name extends CallWith<{ signed: 'prompts' | 'giveGrant' }> ? Seal : undefined,
  origin?: CallOrigin,
) => HandlerResult<Name> | Promise<HandlerResult<Name>>;

/** A handler for each of these calls. */
export type Handlers<Names extends CallName = CallName> = {
  readonly [Name in Names]: Handler<Name>;
};

/** Checks the seal of a signed call; returns its body without the seal, or the refusal. */
export interface SealCheck {
  verifyAndOpen(
    act: SignedAct,
    session: string,
    body: unknown,
    channel?: string,
  ): Refusal | { readonly seal: Seal; readonly body: unknown };
  /** True if a call for another machine came over the connection that its seal names first. */
  isForwardable(body: unknown, channel?: string): boolean;
}

/** The connection on which this hub received a call. */
export interface CallOrigin {
  /** True if the call must not be forwarded to another machine. */
  readonly isOwn?: boolean;
  /** Name of the call's connection in a seal; absent for a window at its own hub. */
  readonly channel?: string | undefined;
  /** Number of the calling window's stream; absent for phones and older windows. */
  readonly stream?: string | undefined;
}

/** Forwards calls about sessions of other machines. */
export interface CallForward {
  /**
   * Handlers that answer for all machines on this board; the hub's own answer only for this one.
   */
  readonly joined: Partial<Handlers>;
  /**
   * True for a call about a session of another machine on the board; false for one that this hub
   * handles.
   */
  isForwarded(id: string, name: CallName): boolean;
  /** Forwards a call about such a session. `body` is unchanged, with its seal. */
  forward(name: CallName, id: string, body: unknown): Promise<unknown>;
}

/** The call that the path of a request names. */
export type FoundCall = Call & {
  readonly name: CallName;
  /** Value of the path's parameter; empty if the call has none. */
  readonly id: string;
};

const rows = Object.keys(calls).map((key) => {
  const name = key as CallName;
  return { name, segments: callOf(name).path.split('/') };
});

/** Validates each call of the table, and routes it to its handler. */
export class CallRouter {
  private handlers: Partial<Handlers> = {};
  private forward: CallForward | undefined;

  constructor(private readonly seals: SealCheck) {}

  /** Sets the handlers; until then no call is handled. */
  setHandlers(handlers: Handlers, forward?: CallForward): this {
    this.handlers = handlers;
    this.forward = forward;
    return this;
  }

  find(pathname: string): FoundCall | undefined {
    const path = pathname.split('/');
    for (const { name, segments } of rows) {
      const id = matchPath(segments, path);
      if (id !== undefined) return { ...callOf(name), name, id };
    }
    return undefined;
  }

  /** Handles a call; `value` is its body or query. The seal is checked before the schema. */
  async handle(found: FoundCall, value: unknown, origin: CallOrigin = {}): Promise<unknown> {
    const { isOwn = false, channel, stream } = origin;
    const { name, id, names, signed } = found;
    const forward = isOwn ? undefined : this.forward;
    if (forward?.isForwarded(id, name) === true) {
      const canForward = signed === undefined || this.seals.isForwardable(value, channel);
      return canForward ? forward.forward(name, id, value) : refusals.unsigned;
    }
    const verified =
      signed === undefined
        ? { body: value, seal: undefined }
        : this.seals.verifyAndOpen(signed, id, value, channel);
    if (verified instanceof Refusal) return verified;
    const isForStream = signed === undefined || fieldsOf(verified.body)['stream'] === stream;
    if (names === 'stream' && !isForStream) return refusals.unsigned;
    const parsed = requestIn(found, id, verified.body);
    if (parsed === undefined) return refusals.schema;
    const request = names === 'stream' ? withStream(parsed, stream) : parsed;
    const handle = forward?.joined[name] ?? this.handlers[name];
    if (handle === undefined) return refusals.internal;
    return runHandler(async () => handle(request as never, verified.seal as never, origin));
  }
}

/** Replaces the window's id, which others may know, by the key of its stream. */
function withStream(request: object, stream: string | undefined): object {
  const { window } = fieldsOf(request);
  return typeof window === 'string' ? { ...request, window: streamKey(window, stream) } : request;
}

/** Runs a handler; returns a refusal if the change could not be stored. */
async function runHandler(handle: () => Promise<unknown>): Promise<unknown> {
  try {
    const outcome = await handle();
    return outcome === savedResult ? undefined : outcome;
  } catch (error) {
    if (error instanceof NotSavedError) return notSavedRefusal(error);
    throw error;
  }
}

/**
 * Returns the parameter of a path that matches a row, empty if the row has none; else undefined.
 */
function matchPath(row: readonly string[], path: readonly string[]): string | undefined {
  if (row.length !== path.length) return undefined;
  let id = '';
  for (const [index, segment] of path.entries()) {
    if (row[index]?.startsWith(':') === true && segment !== '') id = segment;
    else if (row[index] !== segment) return undefined;
  }
  return decodeSegment(id);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return ''; // No session has an empty id.
  }
}
