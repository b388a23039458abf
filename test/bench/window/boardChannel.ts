import type { BoardReplica } from '../../../src/extension/link/boardReplica';
import { Emitter } from '../../../src/extension/util/emitter';
import { silentLog } from '../../../src/extension/util/log';
import { PageChannel, type PageIntents } from '../../../src/extension/page/pageChannel';
import { PageDrafts } from '../../../src/extension/views/board/pageDrafts';
import type { HooksStatus, ToPage } from '../../../src/shared/messages/pageMessages';
import { FakeControl } from '../../support/fakes/fakeControl';
import { FakeKeeper } from '../../support/fakes/fakeKeeper';
import { FakeMutes } from '../../support/fakes/fakeMutes';

const rejectCall = (): Promise<never> => Promise.reject(new Error('Nobody looks closer'));

/** Creates a window's channel to a page of the board; actions of a person have no effect. */
export function boardChannel(
  board: BoardReplica,
  post: (message: ToPage) => void,
): { receive(message: unknown): void; dispose(): void } {
  const received = new Emitter<unknown>();
  const channel = new PageChannel({
    port: {
      visible: true,
      onDidChangeVisibility: new Emitter<void>().event,
      onDidReceive: received.event,
      post,
    },
    board,
    hooks: { status: 'installed', onDidChangeStatus: new Emitter<HooksStatus>().event },
    control: new FakeControl(),
    mutedSessions: new FakeMutes(),
    intents: new Proxy({} as PageIntents, { get: () => () => undefined }),
    hub: { call: rejectCall },
    say: () => undefined,
    keep: () => undefined,
    seen: () => undefined,
    drafts: new PageDrafts(new FakeKeeper()),
    log: silentLog,
    home: '/home/dev',
  });
  return {
    receive: (message) => received.fire(message),
    dispose: () => channel.dispose(),
  };
}
