import type { SessionView } from '../../shared/api/missionControl';
import { mostViews } from '../../shared/protocol/layers/labels';
import { deepFreeze } from '../../shared/plainData';
import type { Calls } from '../link/hubClient';

/** Time in ms in which requests are collected. */
const collectMs = 20;

type Views = ReadonlyMap<string, SessionView>;

/** Queries the hub for sessions' views; a thousand requests at once become ten calls. */
export class ViewQueries {
  private batch: { readonly ids: Set<string>; readonly answer: Promise<Views> } | undefined;

  constructor(private readonly hub: Calls<'sessionViews'>) {}

  /**
   * The view of a session; undefined if the session is not on the board. Rejects with a sentence if
   * the hub can't be reached.
   */
  async viewOf(sessionId: string): Promise<SessionView | undefined> {
    this.batch ??= this.collect();
    const { ids, answer } = this.batch;
    ids.add(sessionId);
    return (await answer).get(sessionId);
  }

  /** The views of the sessions that are on the board, deeply frozen. */
  async viewsOf(sessionIds: readonly string[]): Promise<readonly SessionView[]> {
    const { views } = await this.hub.call('sessionViews', { sessionIds: [...sessionIds] });
    return deepFreeze(views as SessionView[]);
  }

  private collect(): NonNullable<typeof this.batch> {
    const ids = new Set<string>();
    const waited = new Promise((resolve) => setTimeout(resolve, collectMs));
    const answer = waited.then(async () => {
      this.batch = undefined;
      const all = [...ids];
      const views = new Map<string, SessionView>();
      for (let at = 0; at < all.length; at += mostViews) {
        for (const view of await this.viewsOf(all.slice(at, at + mostViews))) {
          views.set(view.sessionId, view);
        }
      }
      return views;
    });
    return { ids, answer };
  }
}
