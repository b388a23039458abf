/** Models as the client names them in its transcripts. */
export const opus = 'claude-opus-5-5';
/** Still keeps a task list of its own; the newest one is not offered the tools for it. */
export const olderOpus = 'claude-opus-4-7';
export const haiku = 'claude-haiku-5-5';
