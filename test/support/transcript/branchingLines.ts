/** Id, parent id and text of an entry. Ids of prompts begin with `p`; all others are answers. */
export type Said = readonly [id: string, parent: string | null, text: string];

/** Lines, one second apart, of a conversation that may branch because somebody went back. */
export function branchingLines(
  entries: readonly Said[],
): readonly Readonly<Record<string, unknown>>[] {
  const start = Date.parse('2026-03-02T09:00:01.000Z');
  return entries.map(([uuid, parentUuid, text], index) => {
    const isPrompt = uuid.startsWith('p');
    return {
      parentUuid,
      isSidechain: false,
      type: isPrompt ? 'user' : 'assistant',
      message: isPrompt
        ? { role: 'user', content: text }
        : { role: 'assistant', model: 'claude-opus-5-5', content: [{ type: 'text', text }] },
      uuid,
      timestamp: new Date(start + index * 1_000).toISOString(),
    };
  });
}
