/** What one message of the history cost in tokens, known because it was made up here. */
export interface TrueMessage {
  readonly messageId: string;
  readonly sessionId: string;
  readonly agentId?: string;
  readonly model: string;
  /** Of its first line; all its lines are of one local day. */
  readonly at: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
  readonly fast: boolean;
  readonly usOnly: boolean;
  /** Its only line holds bytes that are not UTF-8, or half a character; some readers drop it. */
  readonly damaged: boolean;
}

export interface TrueSession {
  readonly sessionId: string;
  readonly project: string;
  readonly file: string;
  readonly bytes: number;
  readonly endedAt: number;
  readonly isFork: boolean;
  readonly agents: number;
}

/** Numbers of damaged lines, by kind of damage. */
export interface BrokenCounts {
  /** Not whole, on a line of its own. */
  half: number;
  /** Not whole, at the end of the file, without a line break. */
  cutOff: number;
  /** Not whole, and the next line follows without a line break. */
  merged: number;
  notJson: number;
  notUtf8: number;
}

export interface HistorySummary {
  readonly bytes: number;
  readonly files: number;
  readonly lines: number;
  readonly messages: number;
  readonly longestLine: number;
  readonly linesOver1Mb: number;
  readonly broken: BrokenCounts;
  /** Lines by what they are. */
  readonly kinds: Readonly<Record<string, number>>;
}
