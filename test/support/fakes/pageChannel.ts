import { Emitter } from '../../../src/extension/util/emitter';
import { type Log, silentLog } from '../../../src/extension/util/log';
import {
  PageChannel,
  type PageIntents,
  type PagePort,
} from '../../../src/extension/page/pageChannel';
import type { CallInput } from '../../../src/shared/protocol/calls';
import type { HooksStatus, PageRequest, ToPage } from '../../../src/shared/messages/pageMessages';
import type { SessionDetails } from '../../../src/shared/protocol/protocol';
import type { DayReport } from '../../../src/shared/protocol/work/day';
import type { SeenCards } from '../../../src/extension/page/seenCards';
import { PageDrafts } from '../../../src/extension/views/board/pageDrafts';
import { FakeBoard } from './fakeBoard';
import { fakeCalls } from './fakeCalls';
import { FakeControl } from './fakeControl';
import { FakeKeeper } from './fakeKeeper';
import { FakeMutes } from './fakeMutes';
import { FakePushes } from './fakePushes';
import { aWorktree } from '../git/aWorktree';
import { aPendingRequest, aSession, builderNow } from '../sessionBuilder';

/** A page that records the messages that it receives. */
export class FakePage implements PagePort {
  visible = true;
  readonly told: ToPage[] = [];
  private readonly visibility = new Emitter<void>();
  private readonly messages = new Emitter<unknown>();
  readonly onDidChangeVisibility = this.visibility.event;
  readonly onDidReceive = this.messages.event;

  post(message: ToPage): void {
    this.told.push(message);
  }

  say(message: unknown): void {
    this.messages.fire(message);
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.visibility.fire();
  }

  /** Types of the messages since the last call. */
  take(): readonly string[] {
    return this.told.splice(0).map(({ type }) => type);
  }
}

export class FakeHooks {
  status: HooksStatus = 'unknown';
  private readonly changes = new Emitter<void>();
  readonly onDidChangeStatus = this.changes.event;

  set(status: HooksStatus): void {
    this.status = status;
    this.changes.fire();
  }
}

/** A page channel with all its dependencies and a record of its calls. */
export function aChannel(board = new FakeBoard([aSession()])) {
  const page = new FakePage();
  const hooks = new FakeHooks();
  const asked: unknown[] = [];
  const warnings: string[] = [];
  const record = (message: unknown) => void asked.push(message);
  const intents: PageIntents = {
    openTranscript: record,
    openSubagentTranscript: record,
    sessionCommand: record,
    muteSessions: record,
    tagSessions: record,
    openLink: record,
    seeCollision: record,
    savePicture: record,
    changePrompts: record,
    findSession: record,
    newBoardSession: record,
    connectPhone: record,
    showGrants: record,
    decide: record,
    giveGrant: record,
    shown: record,
    handBack: record,
    showRequestDiff: record,
    reviewPlan: record,
    reviewChanges: record,
    installHooks: record,
    askToAnswer: record,
    startAgain: record,
    showLog: record,
    resumeStranded: record,
    leaveStranded: record,
  };
  const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
  const home = '/home/dev';
  const control = new FakeControl();
  const mutedSessions = new FakeMutes();
  const phones = new FakePushes();
  const keep = record;
  const hub = fakeCalls<PageRequest['name']>({
    ...answers,
    pin: record,
    dismissCollision: record,
    markReviewed: record,
    lookAt: record,
    retryMachine: record,
    endGrant: record,
    endGrants: record,
    grantUses: () => ({ uses: [] }),
    archive(request) {
      if (request.sessionId === 'gone') throw new Error('It is gone.');
      record(request);
    },
  });
  const say = record;
  const drafts = new PageDrafts(new FakeKeeper());
  const seen: SeenCards[] = [];
  const parts = {
    port: page,
    board,
    hooks,
    hub,
    control,
    mutedSessions,
    phones,
    intents,
    keep,
    seen: (cards: SeenCards) => void seen.push(cards),
    say,
    drafts,
    log,
    home,
  };
  const channel = new PageChannel(parts);
  return {
    page,
    drafts,
    hooks,
    control,
    mutedSessions,
    phones,
    board,
    channel,
    asked,
    seen,
    warnings,
  };
}

export const channelDetails: SessionDetails = {
  tasks: [],
  changes: [{ path: '/a.ts', edits: 2 }],
  cost: { byKind: { input: 0, output: 0, cacheRead: 0, cacheCreation: 0, other: 0 }, models: [] },
  recent: [],
};
export const channelReport: DayReport = {
  day: '2026-03-02',
  days: ['2026-03-02'],
  from: builderNow,
  to: builderNow,
  blockedMs: 0,
  runningMs: 0,
  lanes: [],
};

/** Answers for the only session, `a`. */
const answers = {
  details({ sessionId }: CallInput<'details'>) {
    if (sessionId !== 'a') throw new Error('There is no such session.');
    return channelDetails;
  },
  request: () => aPendingRequest(),
  wholePrompts: () => ({ prompts: [{ id: 'p', text: 'Whole' }] }),
  worktree: () => aWorktree(),
  day: ({ day }: CallInput<'day'>) => ({ ...channelReport, day: day ?? channelReport.day }),
};
