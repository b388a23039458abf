/** Entries of a transcript as nodes of its tree, by their ids. */
export type Fields = Readonly<Record<string, unknown>>;

export const user = (uuid: string, parentUuid: string | null, content: unknown = uuid): Fields => ({
  parentUuid,
  type: 'user',
  message: { role: 'user', content },
  uuid,
});
export const agent = (
  uuid: string,
  parentUuid: string,
  block: object = { type: 'text', text: uuid },
) => ({
  parentUuid,
  type: 'assistant',
  message: { role: 'assistant', content: [block] },
  uuid,
});
export const call = (uuid: string, parentUuid: string) =>
  agent(uuid, parentUuid, { type: 'tool_use', id: `of ${uuid}`, name: 'Bash', input: {} });
export const result = (uuid: string, parentUuid: string) =>
  user(uuid, parentUuid, [{ type: 'tool_result', tool_use_id: `of ${parentUuid}`, content: 'x' }]);
export const note = (uuid: string, parentUuid: string | null, rest: Fields = {}): Fields => ({
  parentUuid,
  type: 'attachment',
  attachment: { type: 'environment' },
  uuid,
  ...rest,
});
