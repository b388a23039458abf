import type { PendingRequest } from './protocol';

/**
 * Acts of a person that count only with a signature: each belongs to one row of the table of calls, but
 * for `startRunner`, which certifies the key of a runner.
 */
export type SignedAct =
  | 'decide'
  | 'prompts'
  | 'act'
  | 'handBack'
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
  | 'setPhoneSettings'
  | 'startRunner'
  | 'endHub';

/** The signed statement, one for every signer: windows now, others with a key later. */
export interface Statement {
  readonly act: SignedAct;
  /** Name of this start of the hub, so that the statement counts at no other. */
  readonly hub: string;
  /** Session of the act; empty where there is none. */
  readonly session: string;
  /** Name of the signing key. */
  readonly key: string;
  /** Time of signing, ms since 1970. */
  readonly at: number;
  /** Random: the same statement does not count twice. */
  readonly nonce: string;
  /** Connections by which the call goes, as in its seal. */
  readonly channels?: readonly string[] | undefined;
  /** The whole request as sent, without the seal. */
  readonly body: unknown;
}

/** The text whose UTF-8 bytes are signed. */
export function statementText(statement: Statement): string {
  return canonicalJson({ signed: 'mission-control/1', ...statement });
}

/** Names a phone's sealed connection in a seal, by the fingerprint of its handshake. */
export function phoneChannel(fingerprint: string): string {
  return `phone:${fingerprint}`;
}

export function isPhone(channel: string | undefined): boolean {
  return channel?.startsWith(phoneChannel('')) === true;
}

/** Names a desk's connection to another machine in a seal, by the nonce that the desk gave it. */
export function lineChannel(line: string): string {
  return `line:${line}`;
}

/** The fields of a request that a person decides on. */
export type ShownRequest = Pick<
  PendingRequest,
  'toolName' | 'toolInput' | 'suggestions' | 'whole' | 'cwd' | 'agentId' | 'agentType'
>;

/** Text whose digest names a request as it was shown; a truncated request has another digest. */
export function digestText(request: ShownRequest): string {
  const { toolName, toolInput, suggestions, whole, cwd, agentId, agentType } = request;
  return canonicalJson({ toolName, toolInput, suggestions, whole, cwd, agentId, agentType });
}

/** Canonical JSON: names in the order of their code units, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
