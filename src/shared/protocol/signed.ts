import type { PendingRequest } from './protocol';

/** What a person does that counts only with a signature. */
export type SignedAct = 'decide' | 'prompts' | 'act' | 'acceptKey' | 'refuseKey';

/** What is signed. One mechanism for whoever decides: a window now, anything with a key of its own later. */
export interface Statement {
  readonly act: SignedAct;
  /** The name of the hub's start, so that nothing counts at another one. */
  readonly hub: string;
  /** The session that it is about; empty where it is about none. */
  readonly session: string;
  /** The name of the key that signs. */
  readonly key: string;
  /** When it was signed, ms since 1970. */
  readonly at: number;
  /** Random: the same statement does not count twice. */
  readonly nonce: string;
  /** Everything that is asked, as it is sent, but for the seal. */
  readonly body: unknown;
}

/** The text whose UTF-8 bytes are signed. */
export function statementText(statement: Statement): string {
  return canonicalJson({ signed: 'mission-control/1', ...statement });
}

/** What of a request a person decides on. */
export type ShownRequest = Pick<
  PendingRequest,
  'toolName' | 'toolInput' | 'suggestions' | 'whole' | 'cwd' | 'agentId' | 'agentType'
>;

/** The text whose digest names a request as it was shown: a beginning of it has another one. */
export function digestText(request: ShownRequest): string {
  const { toolName, toolInput, suggestions, whole, cwd, agentId, agentType } = request;
  return canonicalJson({ toolName, toolInput, suggestions, whole, cwd, agentId, agentType });
}

/** JSON in which each value has one spelling: names in the order of their code units, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
