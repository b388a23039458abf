import assert from 'node:assert/strict';
import { listDocument, statusDocument } from '../../../src/extension/commandLine/documents';
import { noInk } from '../../../src/extension/commandLine/ink';
import { listLines, shortId, statusLines } from '../../../src/extension/commandLine/lines';
import { BoardReplica } from '../../../src/extension/link/boardReplica';
import { statusBarState } from '../../../src/extension/views/statusBar/statusBarModel';
import { TreeModel, type TreeNode } from '../../../src/extension/views/tree/treeModel';
import { groupHeadings, groupOrder } from '../../../src/shared/presentation';
import type { LiveSession, StreamEvent } from '../../../src/shared/protocol/protocol';
import {
  arrange,
  countIn,
  shownNeedsYouCounts,
  noColumns,
} from '../../../src/webview/layout/arrange';
import { needsYouNumbers } from '../../../src/shared/board/needsYou';
import { groupOf, sections, type Section } from '../../../src/shared/board/boardOrder';
import { RandomSessions } from '../../support/board/randomSessions';
import { checkDocument } from '../../support/commandLine/documentSchema';
import { aSummary, builderNow } from '../../support/sessionBuilder';

const now = Date.parse(builderNow);
const steps = 10_000;
/** Steps between two comparisons of the document, which is made of the board as it is. */
const documentEach = 10;

interface Listed {
  readonly groups: readonly {
    readonly group: string;
    readonly heading: string;
    readonly blocked?: number;
    readonly ready?: number;
    readonly count?: number;
    readonly sections: readonly {
      readonly section: Section;
      readonly sessions: readonly {
        readonly id: string;
        readonly title: string;
        readonly delivered?: string;
        readonly label: string;
      }[];
    }[];
  }[];
}

/** The board's documents, as a reader of their text has them. */
const parsed = (document: object): unknown => JSON.parse(JSON.stringify(document));

/** The ids in a section of the tree, in its order. */
function treeIds(tree: TreeModel, section: Section): readonly string[] {
  const group = tree
    .roots()
    .find((node) => node.kind === 'group' && node.group === groupOf(section));
  const parent: TreeNode | undefined =
    section === 'ready' || section === 'dismissed'
      ? group && tree.children(group).find((node) => node.kind === 'tail')
      : group;
  const nodes = parent === undefined ? [] : tree.children(parent);
  return nodes.flatMap((node) => (node.kind === 'session' ? [node.sessionId] : []));
}

describe('The board in a terminal', function () {
  this.timeout(240_000);

  it('equals the tree, the page and the status bar over 10,000 random steps', () => {
    const random = new RandomSessions('the board outside the editor');
    const board = new BoardReplica();
    const sessions = new Map<string, LiveSession>();
    const tree = new TreeModel(board, now);
    const apply = (event: StreamEvent): void => {
      board.apply(event);
      const isSnapshot = event.type === 'snapshot';
      if (isSnapshot) sessions.clear();
      const changed = isSnapshot
        ? event.data.sessions
        : event.type === 'sessions'
          ? event.data
          : [];
      const removed = event.type === 'removed' ? event.data : [];
      for (const session of changed) sessions.set(session.sessionId, session);
      for (const sessionId of removed) sessions.delete(sessionId);
      tree.update({ whole: isSnapshot, changed, removed }, now, true);
    };
    apply({ type: 'snapshot', data: { sessions: [], summary: aSummary([]) } });
    let columns = noColumns;
    for (let step = 0; step < steps; step += 1) {
      apply(random.event([...sessions.values()]));
      columns = arrange(columns, sessions);
      const page = { columns, sessions };
      assert.deepEqual(tree.needsYou, shownNeedsYouCounts(page));
      for (const group of groupOrder)
        if (group !== 'needs_you') assert.equal(tree.countOf(group), countIn(page, group));
      for (const section of sections) {
        const ids = board.inSection(section).map(({ sessionId }) => sessionId);
        assert.deepEqual(ids, columns[section], `${section} in step ${step}`);
        assert.deepEqual(ids, treeIds(tree, section), `${section} in step ${step}`);
      }
      if (step % documentEach === 0) compareDocument(board, page, tree);
    }
    board.dispose();
  });
});

/** Compares the board's document, as a reader of its text has it, with the page and the tree. */
function compareDocument(
  board: BoardReplica,
  page: Parameters<typeof shownNeedsYouCounts>[0],
  tree: TreeModel,
): void {
  const { groups } = parsed(listDocument(board)) as Listed;
  assert.deepEqual(
    groups.map(({ group }) => group),
    groupOrder,
  );
  for (const [at, group] of groupOrder.entries()) {
    const listed = groups[at];
    assert.ok(listed);
    assert.equal(listed.heading, groupHeadings[group]());
    if (group === 'needs_you') {
      const { blocked, ready } = listed;
      assert.deepEqual({ blocked, ready }, shownNeedsYouCounts(page));
    } else assert.equal(listed.count, countIn(page, group));
    for (const { section, sessions: rows } of listed.sections) {
      assert.deepEqual(
        rows.map(({ id }) => id),
        page.columns[section],
        section,
      );
      for (const { id, title, delivered, label } of rows) {
        const words = [title, delivered, label].filter((word) => word !== undefined);
        const { accessibleLabel = '' } = tree.row(id) ?? {};
        assert.ok(accessibleLabel.startsWith(words.join(', ')), accessibleLabel);
      }
    }
  }
  alsoAsText(board, groups);
}

function alsoAsText(board: BoardReplica, groups: Listed['groups']): void {
  checkDocument('list', parsed(listDocument(board)));
  checkDocument('status', parsed(statusDocument(board)));
  const { text } = parsed(statusDocument(board)) as { readonly text: string };
  assert.ok(statusBarState(board, now).text.endsWith(`) ${text}`));
  assert.ok(statusLines(board, now, noInk).includes(text));
  const lines = listLines(board, now, noInk);
  const shown = groups
    .flatMap((group) => group.sections)
    .filter(({ section }) => section !== 'dismissed');
  const ids = shown.flatMap(({ sessions }) => sessions.map(({ id }) => shortId(id)));
  const rows = lines.filter((line) => / — /u.test(line));
  assert.deepEqual(
    rows.map((row) => row.trim().split('  ', 1)[0]),
    ids,
  );
  const [needsYou] = groups;
  const { blocked = 0, ready = 0 } = needsYou ?? {};
  assert.equal(lines[0], `Needs You ${needsYouNumbers({ blocked, ready })}`);
  assert.equal(sections.length, groups.flatMap((group) => group.sections).length);
}
