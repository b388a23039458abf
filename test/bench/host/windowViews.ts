import { FakeControl } from '../../support/fakeControl';
import { FakeMutes } from '../../support/fakeMutes';
import type { BoardReplica } from '../../../src/extension/link/boardReplica';
import { Emitter } from '../../../src/extension/util/emitter';
import { silentLog } from '../../../src/extension/util/log';
import { PageChannel, type PageIntents } from '../../../src/extension/views/pageChannel';
import { statusBarState } from '../../../src/extension/views/statusBarModel';
import { TreeModel } from '../../../src/extension/views/treeModel';
import type { HooksStatus } from '../../../src/shared/pageMessages';

/** What a window's views do at each change of its board, as far as they do it without an editor. */
const unasked = (): Promise<never> => Promise.reject(new Error('Nobody looks closer'));

export function lookAt(board: BoardReplica): void {
  const tree = new TreeModel(board, Date.now());
  board.onDidChange((change) => {
    const { nodes } = tree.update(change, Date.now(), false);
    for (const node of nodes === 'all' ? tree.roots() : nodes) {
      for (const child of tree.children(node)) {
        if (child.kind === 'session') JSON.stringify(tree.row(child.sessionId));
      }
    }
    JSON.stringify(statusBarState(board, Date.now()));
  });
  const received = new Emitter<unknown>();
  const channel = new PageChannel({
    port: {
      visible: true,
      onDidChangeVisibility: new Emitter<void>().event,
      onDidReceive: received.event,
      // As the editor sends it on.
      post: (message) => void JSON.stringify(message),
    },
    board,
    hooks: { status: 'installed', onDidChangeStatus: new Emitter<HooksStatus>().event },
    control: new FakeControl(),
    line: new FakeMutes(),
    intents: new Proxy({} as PageIntents, { get: () => () => undefined }),
    hub: { call: unasked },
    say: () => undefined,
    keep: () => undefined,
    log: silentLog,
    home: '/home/dev',
  });
  void channel;
  received.fire({ type: 'ready' });
}
