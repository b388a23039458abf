/** Id, id of the entry that it follows, and words: a prompt's id begins with `p`, all else is an answer. */
export type Said = readonly [id: string, parent: string | null, text: string];

/** Lines of a conversation in which somebody may have gone back, a second apart from each other. */
export function branchingLines(
  said: readonly Said[],
): readonly Readonly<Record<string, unknown>>[] {
  const start = Date.parse('2026-03-02T09:00:01.000Z');
  return said.map(([uuid, parentUuid, text], index) => {
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
