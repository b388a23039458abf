import type { BoardReplica } from '../../../src/extension/link/boardReplica';
import { statusBarState } from '../../../src/extension/views/statusBar/statusBarModel';
import { TreeModel } from '../../../src/extension/views/tree/treeModel';
import { boardChannel } from '../window/boardChannel';

/** Does the work of a window's views at each change of the board that does not need an editor. */
export function attachViews(board: BoardReplica): void {
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
  // Serializes the messages, as the editor does when it sends them to a page.
  const channel = boardChannel(board, (message) => void JSON.stringify(message));
  channel.receive({ type: 'ready' });
}
