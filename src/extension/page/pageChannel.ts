import type { Arrangement } from '../../shared/board/arrangement';
import {
  fromPageSchema,
  parsePageCall,
  type PageMessage,
  type PageRequest,
  type PageReport,
  type RevealMode,
  type ToPage,
} from '../../shared/messages/pageMessages';
import type { PendingRequest } from '../../shared/protocol/protocol';
import type { Calls } from '../link/hubClient';
import type { Event } from '../util/emitter';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { PageFeed, type PageFeedParts, type PageView, type Unnumbered } from './pageFeed';
import type { HooksState, SharedDrafts } from './pageParts';
import { requestChanged } from './shownRequests';

/** The parts of a panel's page that the channel needs. */
export interface PagePort extends PageView {
  readonly onDidReceive: Event<unknown>;
}

/** Messages about the page itself. */
type ChannelMessageType = PageReport['type'] | 'revealed' | 'arrange' | 'draft';

/** Handlers of a page's requests to its editor; the channel handles messages about the page itself. */
export type PageIntents = {
  readonly [T in Exclude<PageMessage['type'], ChannelMessageType>]: (
    message: Extract<PageMessage, { type: T }>,
    reply: PageFeed['reply'],
  ) => void;
};

export interface PageChannelParts extends PageFeedParts {
  readonly port: PagePort;
  readonly hooks: HooksState;
  readonly intents: PageIntents;
  readonly hub: Calls<PageRequest['name']>;
  /** Shows the person why something was not done. */
  readonly say: (problem: string) => void;
  /** Stores the user's arrangement of the page. */
  readonly keep: (arrangement: Arrangement) => void;
  readonly drafts: SharedDrafts;
  readonly log: Log;
}

/** Handles the messages of one page of an editor. The page is not trusted. */
export class PageChannel implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly feed: PageFeed;

  constructor(private readonly parts: PageChannelParts) {
    this.feed = this.lifetime.add(new PageFeed(parts));
    this.lifetime.add(parts.port.onDidReceive((message) => this.receive(message)));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Scrolls to a card as soon as a page is ready. */
  reveal(sessionId: string, how?: RevealMode): void {
    this.feed.reveal(sessionId, how);
  }

  private receive(message: unknown): void {
    const call = parsePageCall(message);
    if (call !== undefined) return void this.makeCall(call);
    const parsed = fromPageSchema.safeParse(message);
    if (!parsed.success) {
      this.parts.log.warn('A message of the board was dropped: it is not one a page may send.');
      return;
    }
    switch (parsed.data.type) {
      case 'ready':
      case 'ping':
      case 'inSight':
        return this.feed.handleUpkeep(parsed.data);
      case 'revealed':
        return this.feed.confirm(parsed.data.sequence);
      case 'arrange':
        return this.parts.keep(parsed.data.arrangement);
      case 'draft':
        return this.parts.drafts.applyDraft(parsed.data.draft, this.feed);
      default:
        return this.act(parsed.data);
    }
  }

  private async makeCall({ type, name, request }: PageRequest): Promise<void> {
    const { feed } = this;
    try {
      const answer = await this.parts.hub.call(name, request);
      if (type === 'act') return;
      const named = name === 'request' ? feed.shown.register(answer as PendingRequest) : answer;
      feed.answer({ type: 'answer', name, request, answer: named } as Unnumbered<ToPage>);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (type === 'act') this.parts.say(reason);
      else feed.answer({ type: 'unanswered', name, reason });
    }
  }

  private act(message: Exclude<PageMessage, { type: ChannelMessageType }>): void {
    const { shown, reply } = this.feed;
    const isAnswer = message.type === 'decide' || message.type === 'giveGrant';
    if (isAnswer && !shown.has(message.shown)) {
      return reply({ type: 'undecided', call: message.call, problem: requestChanged() });
    }
    const act = this.parts.intents[message.type] as (its: typeof message, reply: unknown) => void;
    return act(message, reply);
  }
}
