import type { Event } from '../../../src/extension/util/emitter';
import { silentLog } from '../../../src/extension/util/log';
import { PageDrafts } from '../../../src/extension/views/board/pageDrafts';
import type { PageIntents } from '../../../src/extension/page/pageChannel';
import { barChannel } from '../../../src/extension/views/reader/barChannel';
import type { FromPage, PageRequest, ToPage } from '../../../src/shared/messages/pageMessages';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import type { GrantUse } from '../../../src/shared/protocol/work/grants';
import { FakeBoard } from '../fakes/fakeBoard';
import { fakeCalls } from '../fakes/fakeCalls';
import { FakeControl } from '../fakes/fakeControl';
import { FakeKeeper } from '../fakes/fakeKeeper';
import { FakeMutes } from '../fakes/fakeMutes';
import { FakeHooks } from '../fakes/pageChannel';
import { aSession, type SessionOverrides } from '../sessionBuilder';

export interface SessionBarOptions {
  /** The session on the board; if absent, it is not on the board. */
  readonly live?: SessionOverrides;
  /** Other sessions on the board. */
  readonly others?: readonly LiveSession[];
  /** The hub's answer to a query for the whole request. */
  readonly whole?: PendingRequest;
  /** Lines of the ledger of grants; tests may add some. */
  readonly uses?: readonly GrantUse[];
}

const unknown = (): Promise<never> => Promise.reject(new Error('Not now.'));

/** The window's side of the bar below a transcript, with the product's own channel. */
export class SessionBarHost {
  readonly board: FakeBoard;
  readonly control = new FakeControl();
  readonly drafts = new PageDrafts(new FakeKeeper());
  /** Actions that the bar requested from the window. */
  readonly asked: FromPage[] = [];
  private readonly channel;

  constructor(
    private readonly session: LiveSession,
    { live, others = [], whole, uses = [] }: SessionBarOptions,
    onDidReceive: Event<unknown>,
    post: (message: ToPage) => void,
  ) {
    this.board = new FakeBoard([...(live === undefined ? [] : [this.with(live)]), ...others]);
    const record = (message: FromPage) => void this.asked.push(message);
    this.channel = barChannel({
      sessionId: session.sessionId,
      port: {
        visible: true,
        onDidChangeVisibility: () => ({ dispose: () => undefined }),
        onDidReceive,
        post,
      },
      sources: {
        board: this.board,
        hooks: new FakeHooks(),
        control: this.control,
        mutedSessions: new FakeMutes(),
        intents: new Proxy({} as PageIntents, { get: () => record }),
        hub: fakeCalls<PageRequest['name']>({
          archive: unknown,
          pin: unknown,
          dismissCollision: unknown,
          markReviewed: unknown,
          lookAt: () => undefined,
          retryMachine: unknown,
          endGrant: unknown,
          endGrants: unknown,
          grantUses: () => Promise.resolve({ uses: [...uses] }),
          details: unknown,
          worktree: unknown,
          day: unknown,
          wholePrompts: unknown,
          request: () => whole ?? unknown(),
        }),
        say: () => undefined,
        drafts: this.drafts,
        log: silentLog,
        home: '/home/dev',
      },
    });
  }

  /** Replaces the session on the board. */
  put(live: SessionOverrides): void {
    this.board.put(this.with(live));
  }

  private with(live: SessionOverrides): LiveSession {
    const { sessionId, title, transcriptPath, projectPath, gitBranch } = this.session;
    const place = { sessionId, title, transcriptPath, projectPath };
    return aSession({ ...place, ...(gitBranch !== undefined && { gitBranch }), ...live });
  }

  dispose(): void {
    this.channel.dispose();
    this.drafts.dispose();
  }
}
