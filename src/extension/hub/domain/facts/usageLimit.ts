/** The use of one of the account's limits, as the agent's program reports it. */
export interface LimitUse {
  /** Length of the window after which the limit resets, in minutes. */
  readonly minutes: number;
  /** Used fraction, 1 for the whole limit. */
  readonly used: number;
  /** Time of the reset, in ms since 1970; undefined if it is missing or implausible. */
  readonly resetsAt: number | undefined;
}

/** A usage limit of the account, as the agent's program reports it. */
export interface UsageLimit {
  /** Time of the reset, in ms since 1970; undefined if it is missing or not understood. */
  readonly resetsAt: number | undefined;
  /** The program's text for that time. */
  readonly said: string | undefined;
}
