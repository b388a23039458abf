/** True if the transcript of a session or subagent can be opened, here or from another machine. */
export function hasTranscript({
  transcriptPath = '',
  hasTranscript: isThere = false,
}: {
  readonly transcriptPath?: string | undefined;
  readonly hasTranscript?: boolean | undefined;
}): boolean {
  return transcriptPath !== '' || isThere;
}
