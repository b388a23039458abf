import type { ApiParts } from '../../../src/extension/api/extensionApi';
import type { Log } from '../../../src/extension/util/log';
import { silentLog } from '../../../src/extension/util/log';
import type { SessionView } from '../../../src/shared/api/missionControl';
import type { LabelOffer, SentView } from '../../../src/shared/protocol/layers/labels';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { textOf } from '../../../src/shared/text/fields';
import { FakeBoard } from './fakeBoard';
import { fakeCalls } from './fakeCalls';

export type Offer = Omit<LabelOffer, 'window'>;

/** The parts of the API for other extensions, without a hub and an editor. */
export class ApiBench {
  readonly board: FakeBoard;
  readonly offers: Offer[] = [];
  readonly logged: string[] = [];
  readonly told: string[] = [];
  /** Session ids of each call for views. */
  readonly asked: (readonly string[])[] = [];
  readonly views = new Map<string, SessionView>();
  readonly installed = new Set(['acme.deploys', 'acme.other', 'Big.Letters']);
  hubIsGone = false;
  private readonly listeners = new Set<() => void>();

  constructor(sessions: readonly LiveSession[] = []) {
    this.board = new FakeBoard(sessions);
  }

  get parts(): ApiParts {
    const note = (text: string): unknown => this.logged.push(text);
    const log: Log = { ...silentLog, warn: note, error: note };
    return {
      board: this.board,
      log,
      repeatedCalls: { storeCall: (_name, payload) => void this.offers.push(payload) },
      hub: fakeCalls({
        sessionViews: ({ sessionIds }) => {
          if (this.hubIsGone) throw new Error('Mission Control is reconnecting.');
          this.asked.push(sessionIds);
          const views = sessionIds.flatMap((id) => this.views.get(id) ?? []);
          return { views: structuredClone(views) as SentView[] };
        },
      }),
      extensionOf: (id) =>
        [...this.installed].find((one) => one.toLowerCase() === id.toLowerCase()),
      onDidChangeExtensions: (listener) => {
        this.listeners.add(listener);
        return { dispose: () => void this.listeners.delete(listener) };
      },
      say: (problem) => void this.told.push(problem),
    };
  }

  uninstall(id: string): void {
    this.installed.delete(id);
    for (const listener of this.listeners) listener();
  }

  /** Labels of the last offer, as `collection session: label`. */
  get offered(): readonly string[] {
    const { collections = [] } = this.offers.at(-1) ?? {};
    return collections.flatMap(({ id, labels }) =>
      labels.map(({ sessionId, label }) => `${id} ${sessionId}: ${textOf(label.label)}`),
    );
  }
}

/** A session as layers see it. */
export function aView(sessionId: string, change: Partial<SessionView> = {}): SessionView {
  return {
    sessionId,
    title: 'Add pagination',
    projectPath: '/home/dev/api-server',
    projectName: 'api-server',
    core: { group: 'delivered', state: 'idle', since: '2026-03-02T10:00:00.000Z' },
    turn: 1,
    signals: [],
    pullRequests: [],
    ...change,
  };
}
