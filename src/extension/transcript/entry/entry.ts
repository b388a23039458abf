/** One item of a transcript as the reader shows it. Times are ms since 1970, or unknown. */
export type Entry = { readonly at: number | undefined } & EntryBody;

/** A picture in a line, as a claim: neither its type nor its base64 is checked. */
export interface Picture {
  readonly mediaType: string;
  readonly data: string;
}

/** `pictures` are named in the text, too, at its end. */
export type EntryBody =
  | {
      readonly kind: 'prompt';
      readonly text: string;
      readonly queued: boolean;
      readonly pictures?: readonly Picture[];
    }
  /** A slash command, or `!` with a shell command. */
  | { readonly kind: 'command'; readonly name: string; readonly args: string }
  | { readonly kind: 'commandOutput'; readonly text: string; readonly isError: boolean }
  | {
      readonly kind: 'notification';
      readonly summary: string;
      readonly status: string;
      readonly result: string;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | {
      readonly kind: 'toolUse';
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'toolResult';
      readonly toolUseId: string;
      readonly text: string;
      readonly isError: boolean;
      /** A person, a rule or auto mode refused the call, or a person stopped it while it ran. */
      readonly denial: 'refused' | 'stopped' | undefined;
      /** Words of auto mode's check, where that refused the call; empty where they are not told. */
      readonly blocked?: string;
      /** The client's structured copy of the result, for what its text says badly. */
      readonly details: Readonly<Record<string, unknown>>;
      readonly pictures?: readonly Picture[];
    }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'apiError'; readonly text: string }
  | {
      readonly kind: 'compaction';
      readonly trigger: string;
      readonly tokensBefore: number | undefined;
      readonly tokensAfter: number | undefined;
    }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'turnEnd'; readonly durationMs: number };

/** Facts about the session as a whole; later lines win. */
export interface SessionNotes {
  readonly model?: string;
  readonly startedAt?: number;
}
