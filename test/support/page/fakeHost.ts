import assert from 'node:assert/strict';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { ShownRequests } from '../../../src/extension/page/shownRequests';
import type { Arrangement, PagePlace } from '../../../src/shared/board/arrangement';
import { compareSessions } from '../../../src/shared/board/boardOrder';
import type {
  Connection,
  ControlCard,
  FromPage,
  HooksStatus,
  PageDraft,
  PageRequest,
  RevealMode,
  ToPage,
} from '../../../src/shared/messages/pageMessages';
import type {
  LiveSession,
  PendingRequest,
  SessionDetails,
  Summary,
} from '../../../src/shared/protocol/protocol';
import type { DayReport } from '../../../src/shared/protocol/work/day';
import type { Mute } from '../../../src/shared/protocol/windows';
import type { WholePrompts } from '../../../src/shared/protocol/prompts';
import type { Worktree } from '../../../src/shared/protocol/work/worktrees';
import { controlOn } from '../fakes/fakeControl';
import { aSummary } from '../sessionBuilder';
import { pauseClock } from './pausedClock';
import type { PageServer } from './pageServer';
import type { ThemeName } from './themes';
import { leaveUnpainted } from './unpainted';
import type { UsedPage, UsedPages } from './usedPages';
import { until } from '../until';

export interface FakeHostOptions {
  readonly theme?: ThemeName;
  readonly place?: PagePlace;
  /** State that the window stored for an earlier page. */
  readonly kept?: Arrangement;
  readonly width?: number;
  readonly height?: number;
  readonly motion?: boolean;
  /** The page uses the real clock. */
  readonly realTime?: boolean;
  readonly sessions?: readonly LiveSession[];
  readonly connection?: Connection;
  readonly hooks?: HooksStatus;
  readonly answers?: FakeAnswers;
  readonly control?: ControlCard;
  readonly mutes?: readonly Mute[];
  readonly today?: Partial<Summary>;
  /** Language of the editor; English if absent. */
  readonly language?: string;
  /** Other options of the browser context, such as touch. */
  readonly device?: Omit<BrowserContextOptions, 'viewport'>;
  /** Runs in the page before anything else. */
  readonly script?: string;
}

/** Answers of the hub by session; the first day is today. */
export interface FakeAnswers {
  readonly details?: Readonly<Record<string, SessionDetails>>;
  readonly worktrees?: Readonly<Record<string, Worktree>>;
  readonly requests?: Readonly<Record<string, PendingRequest>>;
  readonly prompts?: Readonly<Record<string, WholePrompts['prompts']>>;
  readonly days?: readonly DayReport[];
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'sequence'> : never;

type Question = Extract<PageRequest, { type: 'ask' }>;

/**
 * Simulates the extension's side of one page: answers `ready`, numbers the messages that it sends,
 * and records those that it receives.
 */
export class FakeHost {
  /** Messages from the page, except questions and reports that have their own lists below. */
  readonly received: FromPage[] = [];
  /** Calls whose requests the page reported as shown. */
  readonly shown: string[] = [];
  /** Blocked sessions in sight, once per report of the page. */
  readonly inSight: (readonly string[])[] = [];
  /** Sessions in use by the person, once per report of the page. */
  readonly inHand: (readonly string[])[] = [];
  /** Drafts that the page shared with other pages. */
  readonly drafts: PageDraft[] = [];
  /** Sequence numbers of the messages that brought a card into view. */
  readonly revealed: number[] = [];
  readonly asked: Question[] = [];
  /** Uncaught errors and security policy violations of the page; must stay empty. */
  readonly complaints: string[] = [];
  private readonly sessions = new Map<string, LiveSession>();
  private readonly given = new ShownRequests();
  private sequence = 0;
  private today: Partial<Summary> = {};

  private constructor(
    private readonly used: UsedPage,
    private connection: Connection,
    private hooks: HooksStatus,
    /** Answers to the next questions; tests may change them. */
    public answers: FakeAnswers,
    private control: ControlCard,
    private mutes: readonly Mute[],
  ) {}

  get page(): Page {
    return this.used.page;
  }

  /** By default the page's clock is stopped at `builderNow`, and tests advance it. */
  static async open(
    pages: UsedPages,
    server: PageServer,
    options: FakeHostOptions = {},
  ): Promise<FakeHost> {
    const { width = 1036, height = 800, motion = false } = options;
    const used = await pages.open({
      viewport: { width, height },
      reducedMotion: motion ? 'no-preference' : 'reduce',
      timezoneId: 'UTC',
      locale: 'en-GB',
      ...options.device,
    });
    const { page } = used;
    const { connection = 'live', hooks = 'installed', answers = {} } = options;
    const { control = controlOn, mutes = [] } = options;
    const host = new FakeHost(used, connection, hooks, answers, control, mutes);
    host.today = options.today ?? {};
    for (const session of options.sessions ?? []) host.sessions.set(session.sessionId, session);
    page.on('pageerror', (error) => host.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') host.complaints.push(message.text());
    });
    // The tests' loader inserts a helper call around functions, which a page does not have.
    await page.addInitScript(
      `globalThis.__name = (value) => value; ${leaveUnpainted} ${options.script ?? ''}`,
    );
    await page.exposeFunction('hostReceive', (message: FromPage) => host.receive(message));
    if (options.realTime !== true) await pauseClock(page);
    await page.goto(
      server.urlOf(options.theme ?? 'dark', options.place, options.kept, options.language),
    );
    await page.locator('.connection, .start').first().waitFor({ state: 'attached' });
    await page.evaluate(waitUntilDrawn);
    return host;
  }

  async close(): Promise<void> {
    await this.used.close();
    assert.deepEqual(this.complaints, []);
  }

  async update(changed: readonly LiveSession[], removed: readonly string[] = []): Promise<void> {
    for (const session of changed) this.sessions.set(session.sessionId, session);
    for (const id of removed) this.sessions.delete(id);
    await this.send({ type: 'update', changed, removed, summary: this.summary });
  }

  /** Simulates an update that was lost on the way to the page. */
  loseUpdate(changed: readonly LiveSession[]): void {
    for (const session of changed) this.sessions.set(session.sessionId, session);
    this.sequence += 1;
  }

  async setConnection(connection: Connection): Promise<void> {
    this.connection = connection;
    await this.send({ type: 'connection', connection });
  }

  async setHooks(hooks: HooksStatus, codexHooks: HooksStatus = 'unknown'): Promise<void> {
    this.hooks = hooks;
    await this.send({ type: 'hooks', hooks, codexHooks });
  }

  async setControl(control: ControlCard): Promise<void> {
    this.control = control;
    await this.send({ type: 'control', control });
  }

  async setMutes(...mutes: readonly Mute[]): Promise<void> {
    this.mutes = mutes;
    await this.send({ type: 'mutes', mutes });
  }

  /** Answers a question of the page. */
  async reply(answer: Unnumbered<ToPage>): Promise<void> {
    await this.send(answer);
  }

  async reveal(sessionId: string, how: RevealMode = 'focus'): Promise<void> {
    await this.send({ type: 'reveal', sessionId, how });
  }

  /** Opens a session's pane by a click on its card, also from another session's pane. */
  async choose(sessionId: string): Promise<void> {
    const back = this.page.locator('.pane [data-action="toLists"]');
    if (await back.isVisible()) await back.click();
    await this.page
      .locator(`.fixed-card[data-session="${sessionId}"] [data-action="open"]`)
      .click();
    await this.whole(sessionId).waitFor();
  }

  /** The pane, while it shows the session. */
  whole(sessionId: string): Locator {
    const shown = this.page.locator(`.whole-card[data-session="${sessionId}"]`);
    return this.page.locator('.pane').filter({ has: shown });
  }

  setToday(today: Partial<Summary>): void {
    this.today = today;
  }

  /** Posts any message, numbered or not. */
  async post(message: unknown): Promise<void> {
    if (this.used.isClosed) return;
    await this.page.evaluate((data) => window.postMessage(data, '*'), message);
  }

  /** Titles of all cards, in document order. */
  async titles(within: Locator | Page = this.page): Promise<readonly string[]> {
    const headings = within.getByRole('article').getByRole('heading');
    // A card that was just moved has no inner text until it is laid out.
    return until(
      () => headings.allInnerTexts(),
      (titles) => assert.ok(!titles.includes('')),
    );
  }

  private get summary(): Summary {
    return aSummary([...this.sessions.values()], this.today);
  }

  private async receive(message: FromPage): Promise<void> {
    if (message.type === 'ask') {
      this.asked.push(message);
      return this.send(this.answerTo(message));
    }
    if (message.type === 'inSight') {
      this.inSight.push(message.sessionIds);
      this.inHand.push(message.inHand);
      return undefined;
    }
    if (message.type === 'draft') {
      this.drafts.push(message.draft);
      return undefined;
    }
    if (message.type === 'shown') {
      this.shown.push(message.call);
      return undefined;
    }
    if (message.type === 'revealed') {
      this.revealed.push(message.sequence);
      return undefined;
    }
    if (message.type === 'decide' || message.type === 'giveGrant') {
      const { shown, ...rest } = message;
      if (!this.given.has(shown)) this.complaints.push('A decision names no request that was sent');
      // Tests check the decision itself; the host checks only that its request was sent.
      this.received.push(rest as FromPage);
      return;
    }
    this.received.push(message);
    if (message.type !== 'ready') return;
    await this.send({
      type: 'snapshot',
      sessions: [...this.sessions.values()].sort(compareSessions),
      summary: this.summary,
      connection: this.connection,
      hooks: this.hooks,
      control: this.control,
      mutes: this.mutes,
      pushes: [],
      home: '/home/dev',
    });
  }

  /** Registers the requests of a message, like the extension's channel. */
  private withNames(message: Unnumbered<ToPage>): Unnumbered<ToPage> {
    const named = (sessions: readonly LiveSession[]): readonly LiveSession[] =>
      sessions.flatMap((session) => this.given.registerRequestOf(session));
    switch (message.type) {
      case 'snapshot':
        return { ...message, sessions: named(message.sessions) };
      case 'update':
        return { ...message, changed: named(message.changed) };
      case 'answer':
        if (message.name !== 'request') return message;
        return { ...message, answer: this.given.register(message.answer) };
      default:
        return message;
    }
  }

  private answerTo(question: Question): Unnumbered<ToPage> {
    const answer = this.known(question);
    const { name, request } = question;
    return answer === undefined
      ? { type: 'unanswered', name, reason: 'Not now.' }
      : ({ type: 'answer', name, request, answer } as Unnumbered<ToPage>);
  }

  private known(question: Question): unknown {
    const { details, worktrees, requests, prompts, days } = this.answers;
    switch (question.name) {
      case 'details':
        return details?.[question.request.sessionId];
      case 'worktree':
        return worktrees?.[question.request.sessionId];
      case 'request':
        return requests?.[question.request.sessionId];
      case 'wholePrompts': {
        const known = prompts?.[question.request.sessionId];
        return known && { prompts: known };
      }
      case 'day': {
        const { day: wanted } = question.request;
        return wanted === undefined ? days?.[0] : days?.find(({ day }) => day === wanted);
      }
      case 'grantUses':
        return { uses: [] };
    }
  }

  private async send(message: Unnumbered<ToPage>): Promise<void> {
    this.sequence += 1;
    await this.post({ ...this.withNames(message), sequence: this.sequence });
  }
}

/**
 * Runs in the page: resolves after a frame, even while the clock is stopped. Before its first frame
 * the text of a card reads as empty (`content-visibility`).
 */
export function waitUntilDrawn(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body);
  });
}
