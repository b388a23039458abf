import { homedir } from 'node:os';
import type { PageReport, ToPage } from '../../../shared/messages/pageMessages';
import type { Seal } from '../../../shared/protocol/keys';
import type { PendingRequest } from '../../../shared/protocol/protocol';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import type { BoardModel } from '../../link/boardModel';
import type { AttendedCards } from '../../page/attendedCards';
import { type PageControl, PageFeed } from '../../page/pageFeed';
import type { MutedSessions } from '../../page/pageParts';
import { requestChanged } from '../../page/shownRequests';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { PhoneCalls } from './phoneCalls';

export interface PhonePageParts {
  /** Window id of this phone. */
  readonly window: string;
  readonly board: BoardModel;
  readonly control: PageControl;
  readonly muted: MutedSessions;
  /** Cards that people have open on any phone. */
  readonly cards: AttendedCards;
  readonly calls: Pick<PhoneCalls, 'call'>;
  readonly post: (message: ToPage) => void;
}

/** The state of the board's page on one phone. */
export class PhonePage implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly visibility = this.lifetime.add(new Emitter<void>());
  private readonly feed: PageFeed;
  private isVisible = true;

  constructor(private readonly parts: PhonePageParts) {
    const { window, board, control, muted, cards, post } = parts;
    const isVisible = (): boolean => this.isVisible;
    this.feed = this.lifetime.add(
      new PageFeed({
        port: {
          get visible() {
            return isVisible();
          },
          onDidChangeVisibility: this.visibility.event,
          post,
        },
        board,
        control,
        mutedSessions: muted,
        seen: (seen) => cards.setSeen(this, { ...seen, window }),
        home: homedir(),
      }),
    );
  }

  handle(message: PageReport): void {
    this.feed.handleUpkeep(message);
  }

  /**
   * Makes a call of the page. A decision is allowed only about a request that the page has shown.
   * Rejects with a message for the person.
   */
  async call(name: string, request: unknown, seal: Seal | undefined): Promise<unknown> {
    const { shown } = this.feed;
    try {
      const isKnown = name !== 'decide' || shown.has(textOf(fieldsOf(request)['shown']));
      if (!isKnown) throw new Error(requestChanged());
      const answer = await this.parts.calls.call(name, request, seal);
      return name === 'request' ? shown.register(answer as PendingRequest) : answer;
    } catch (error) {
      this.feed.flush(); // Sends the current board to the page after a refusal.
      throw error;
    }
  }

  show(visible: boolean): void {
    if (visible === this.isVisible) return;
    this.isVisible = visible;
    this.visibility.fire();
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}
