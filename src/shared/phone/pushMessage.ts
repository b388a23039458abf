/**
 * Payload of a push: a declarative one, which browsers that know it show by themselves. The page's
 * service worker reads the same where they do not.
 */
export interface PushMessage {
  readonly web_push: 8030;
  readonly notification: {
    readonly title: string;
    readonly body: string;
    /** Address of the page, at the card that is meant. */
    readonly navigate: string;
    /** A later push of the same tag takes its place. */
    readonly tag: string;
    /** Set where it takes the place of another, and calls nobody. */
    readonly silent?: boolean;
    readonly data: { readonly push: string };
  };
  /** How many sessions need a person. */
  readonly app_badge?: number;
  readonly mutable: true;
}
