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
import type { Disposable } from '../../util/lifetime';
import { Refusal, refusals } from './refusal';

/** Takes what an answer tells bit by bit; nothing may follow `end`. */
export interface Telling<Event> {
  send(event: Event): void;
  end(): void;
}

/** Begins to tell; what it gives back is disposed when the caller hangs up. */
export type Tell<Event> = (telling: Telling<Event>) => Disposable;

type Handled<Name extends CallName> =
  | Refusal
  | (Name extends CallWith<{ events: Call['events'] & object }>
      ? Tell<CallEvent<Name>>
      : CallAnswer<Name>);

/** Does what one call asks for. `seal` is the good one under which a prompt came, to be kept with it. */
type Handler<Name extends CallName> = (
  request: CallRequest<Name>,
  seal: Name extends CallWith<{ signed: 'prompts' }> ? Seal : undefined,
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
  ): Refusal | { readonly seal: Seal; readonly body: unknown };
}

/** Carries calls about sessions of other machines there. */
export interface CallForward {
  /** Handlers that answer for all machines of this board what this hub alone answers for itself. */
  readonly joined: Partial<Handlers>;
  /** Undefined for a call that this hub answers itself. `body` is as it came, with its seal. */
  take(name: CallName, id: string, body: unknown): Promise<unknown> | undefined;
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
  constructor(
    private readonly handlers: Handlers,
    private readonly seals: SealCheck,
    private readonly forward?: CallForward,
  ) {}

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
   * `isOwn`: no other machine is asked.
   */
  async handle(found: FoundCall, value: unknown, isOwn = false): Promise<unknown> {
    const { name, id, signed } = found;
    const forward = isOwn ? undefined : this.forward;
    const there = forward?.take(name, id, value);
    if (there !== undefined) return there;
    const opened =
      signed === undefined ? { body: value, seal: undefined } : this.seals.open(signed, id, value);
    if (opened instanceof Refusal) return opened;
    const request = requestIn(found, id, opened.body);
    if (request === undefined) return refusals.schema;
    const handle = forward?.joined[name] ?? this.handlers[name];
    return handle(request as never, opened.seal as never);
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
