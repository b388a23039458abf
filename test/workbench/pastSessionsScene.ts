/** The session that has ended and left the fixture's transcript. */
export const endedId = 'b193d939-9e0c-4f73-b4f8-99f37eddcae7';

/** A session whose first prompt is “Build the checkout page”. */
export const livingId = '5e551011-0000-4000-8000-000000000000';

/** A config home whose sessions have transcripts and no process. */
export interface PastSessions {
  readonly home: string;
  /** Codex's folder, empty when the editor starts. */
  readonly codexHome: string;
  /** Appends a person's prompt to the transcript of the ended session. */
  say(this: void, content: string): Promise<void>;
}
