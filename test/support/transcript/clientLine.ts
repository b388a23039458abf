/** An answer as the client writes it, which is read without being parsed. */
export function clientLine(id: string, model: string, text: string): string {
  const content = [{ type: 'text', text }];
  const usage = { input_tokens: 1, output_tokens: 1 };
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    message: {
      model,
      id,
      type: 'message',
      role: 'assistant',
      content,
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
    type: 'assistant',
    uuid: id,
    timestamp: new Date().toISOString(),
  });
}
