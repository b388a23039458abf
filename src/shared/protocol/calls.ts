import type { Call, Caller } from './calls/row';
import { sessionCalls } from './calls/sessionCalls';
import { setupCalls } from './calls/setupCalls';
import type * as z from './schema';

export type { Call, Caller, Unsigned } from './calls/row';

/**
 * Everything that the hub can be asked to do. The hub has one handler for each row, windows and runners
 * one client for all. Three ways to the hub are none of these calls: `hello`, which is asked before the
 * token is sent, `hook`, whose body is the client's, and `stream`, which is a window's connection.
 * Where two paths fit, the first row counts.
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

/** Request as a handler gets it: all fields with the parameter of the path. */
export type CallRequest<Name extends CallName> = {
  [One in Name]: Readonly<Record<ParameterIn<Table[One]['path']>, string>> &
    InferredOr<'request', Table[One], unknown>;
}[Name];

/** Request as a caller writes it: the client adds the window. */
export type CallSaid<Name extends CallName> = {
  [One in Name]: Table[One] extends { readonly names: 'window' | 'stream' }
    ? Omit<CallRequest<One>, 'window'>
    : CallRequest<One>;
}[Name];

/** Names of the calls that a phone makes. */
export type PhoneCallName = CallBy<'phone'> | CallBy<'seal'>;

/** Request as a phone writes it, in the narrower form that it may have. */
export type CallFromPhone<Name extends PhoneCallName> = {
  [One in Name]: CallSaid<One> & InferredOr<'phone', Table[One], unknown>;
}[Name];

export type CallAnswer<Name extends CallName> = {
  [One in Name]: InferredOr<'answer', Table[One], void>;
}[Name];

export type CallEvent<Name extends CallName> = {
  [One in Name]: InferredOr<'events', Table[One], never>;
}[Name];

/** The row of a call, typed as any row. */
export function callOf(name: CallName): Call {
  return calls[name];
}

/** Name of the parameter in a path; undefined where it has none. */
export function parameterIn(path: string): string | undefined {
  return /\/:(\w+)/u.exec(path)?.[1];
}
