/** The true token usage of a generated message. */
export interface TrueMessage {
  readonly messageId: string;
  readonly sessionId: string;
  readonly agentId?: string;
  readonly model: string;
  /**
   * Time of the message's first line, in ms since 1970; all its lines are on the same local day.
   */
  readonly at: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
  readonly fast: boolean;
  readonly usOnly: boolean;
  /**
   * True if its only line contains invalid UTF-8 or half of a surrogate pair; some readers ignore
   * such a line.
   */
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
  /** Incomplete lines that end with a line break. */
  half: number;
  /** Incomplete lines at the end of a file, without a line break. */
  cutOff: number;
  /** Incomplete lines that the next line follows without a line break. */
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
  /** Numbers of lines by kind. */
  readonly kinds: Readonly<Record<string, number>>;
}
