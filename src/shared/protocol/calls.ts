import type { Call, Caller } from './calls/row';
import { sessionCalls } from './calls/sessionCalls';
import { setupCalls } from './calls/setupCalls';
import type * as z from './schema';

export type { Call, Caller, UnsignedReason } from './calls/row';

/**
 * All calls to the hub. The hub has one handler for each row; windows and runners share one client.
 * Three endpoints are not in the table: `hello`, which is requested before the token is sent,
 * `hook`, whose body has the client's format, and `stream`, which is a window's connection. If two
 * paths match, the first row wins.
 */
export const calls = { ...sessionCalls, ...setupCalls } as const satisfies Readonly<
  Record<string, Call>
>;

type Table = typeof calls;
export type CallName = keyof Table;

/** Names of the calls that a caller may make. */
export type CallBy<By extends Caller> = {
  [Name in CallName]: By extends Table[Name]['by'][number] ? Name : never;
}[CallName];

/** Names of the calls whose row matches. */
export type CallWith<Row extends Partial<Call>> = {
  [Name in CallName]: Table[Name] extends Row ? Name : never;
}[CallName];

type InferredOr<Field extends keyof Call, Entry, Else> =
  Entry extends Readonly<Record<Field, infer Schema extends z.ZodMiniType>>
    ? z.infer<Schema>
    : Else;

type ParameterIn<Path> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${string}`
    ? Name
    : Rest
  : never;

/** Request as a handler receives it: all fields and the path's parameter. */
export type CallRequest<Name extends CallName> = {
  [One in Name]: Readonly<Record<ParameterIn<Table[One]['path']>, string>> &
    InferredOr<'request', Table[One], unknown>;
}[Name];

/** Request as a caller writes it; the client adds the window. */
export type CallInput<Name extends CallName> = {
  [One in Name]: Table[One] extends { readonly names: 'window' | 'stream' }
    ? Omit<CallRequest<One>, 'window'>
    : CallRequest<One>;
}[Name];

/** Names of the calls that a phone makes. */
export type PhoneCallName = CallBy<'phone'> | CallBy<'seal'>;

/** Request as a phone writes it, restricted by the row's `phone` schema. */
export type CallFromPhone<Name extends PhoneCallName> = {
  [One in Name]: CallInput<One> & InferredOr<'phone', Table[One], unknown>;
}[Name];

export type CallAnswer<Name extends CallName> = {
  [One in Name]: InferredOr<'answer', Table[One], void>;
}[Name];

export type CallEvent<Name extends CallName> = {
  [One in Name]: InferredOr<'events', Table[One], never>;
}[Name];

/** The row of a call, with the general type of rows. */
export function callOf(name: CallName): Call {
  return calls[name];
}

/**
 * True for a call that concerns the windows of this computer: the hub that the window follows
 * handles it also for a session of another account, which runs on this computer.
 */
export function needsOwnWindows(name: CallName): boolean {
  return name === 'show';
}

/** Name of the parameter in a path; undefined if it has none. */
export function parameterIn(path: string): string | undefined {
  return /\/:(\w+)/u.exec(path)?.[1];
}
