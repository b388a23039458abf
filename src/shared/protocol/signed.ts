import type { PendingRequest } from './protocol';

/**
 * Acts of a person that require a signature. Each belongs to one row of the table of calls, except
 * `startRunner`, which certifies the key of a runner.
 */
export type SignedAct =
  | 'decide'
  | 'prompts'
  | 'act'
  | 'handBack'
  | 'giveGrant'
  | 'offerControl'
  | 'show'
  | 'acceptKey'
  | 'refuseKey'
  | 'removeWorktree'
  | 'addWorktree'
  | 'forgetStranded'
  | 'setPulls'
  | 'answerPull'
  | 'setMachines'
  | 'setMcp'
  | 'retryMachine'
  | 'testMachine'
  | 'askMachine'
  | 'copyToMachine'
  | 'offerRules'
  | 'testRules'
  | 'listenForPhones'
  | 'connectPhone'
  | 'endPairing'
  | 'judgePhone'
  | 'removePhone'
  | 'testPush'
  | 'setKeepAwake'
  | 'setPhoneSettings'
  | 'startRunner'
  | 'endHub';

/** The signed statement, with the same format for every signer. */
export interface Statement {
  readonly act: SignedAct;
  /** Name of the running hub, so that the statement is invalid at any other hub. */
  readonly hub: string;
  /** The session that the act applies to; empty if there is none. */
  readonly session: string;
  /** Id of the signing key. */
  readonly key: string;
  /** Time of signing, ms since 1970. */
  readonly at: number;
  /** Random value that prevents replay of the statement. */
  readonly nonce: string;
  /** Connections through which the call is sent, as in its seal. */
  readonly channels?: readonly string[] | undefined;
  /** The complete request as sent, without the seal. */
  readonly body: unknown;
}

/** The text whose UTF-8 bytes are signed. */
export function statementText(statement: Statement): string {
  return canonicalJson({ signed: 'mission-control/1', ...statement });
}

/** Name of a phone's encrypted connection for a seal, from the fingerprint of its handshake. */
export function phoneChannel(fingerprint: string): string {
  return `phone:${fingerprint}`;
}

export function isPhoneChannel(channel: string | undefined): boolean {
  return channel?.startsWith(phoneChannel('')) === true;
}

/**
 * Name of a desk's connection to another machine for a seal, from the random name that the desk
 * chose for it.
 */
export function lineChannel(line: string): string {
  return `line:${line}`;
}

/** Fields of a request that a person decides on. */
export type ShownRequest = Pick<
  PendingRequest,
  'toolName' | 'toolInput' | 'suggestions' | 'whole' | 'cwd' | 'agentId' | 'agentType'
>;

/**
 * Text whose digest identifies a request as it was shown; truncating the request changes the
 * digest.
 */
export function digestText(request: ShownRequest): string {
  const { toolName, toolInput, suggestions, whole, cwd, agentId, agentType } = request;
  return canonicalJson({ toolName, toolInput, suggestions, whole, cwd, agentId, agentType });
}

/** Canonical JSON: names sorted by code unit, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
