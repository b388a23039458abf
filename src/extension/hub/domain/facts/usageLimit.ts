/** A usage limit of the account, as the agent's program reports it. */
export interface UsageLimit {
  /** Time of the reset, in ms since 1970; undefined if it is missing or not understood. */
  readonly resetsAt: number | undefined;
  /** The program's text for that time. */
  readonly said: string | undefined;
}
