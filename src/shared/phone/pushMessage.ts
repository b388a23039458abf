/**
 * Payload of a push: a declarative web push, which browsers with support for it show by themselves.
 * In other browsers the page's service worker reads it.
 */
export interface PushMessage {
  readonly web_push: 8030;
  readonly notification: {
    readonly title: string;
    readonly body: string;
    /** URL that opens the page with the session's card. */
    readonly navigate: string;
    /** A later push with the same tag replaces this one. */
    readonly tag: string;
    /** True if it only replaces an earlier notification, without alerting. */
    readonly silent?: boolean;
    readonly data: { readonly push: string };
  };
  /** Number of sessions that need a person. */
  readonly app_badge?: number;
  readonly mutable: true;
}
