import assert from 'node:assert/strict';
import { nodeId, type TreeNode } from '../../../../src/extension/views/tree/treeModel';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { aSession, aSubagent, secondsAgo } from '../../../support/sessionBuilder';
import { ids, now, session, Shown } from '../../../support/board/shownTree';

describe('TreeModel', () => {
  it('has no rows without sessions, so that the welcome text is shown', () => {
    assert.deepEqual(new Shown().rows, []);
  });

  it('shows all three groups as soon as there is a session', () => {
    assert.deepEqual(new Shown(session('a', 'acting')).rows, [
      'group:needs_you',
      'group:autonomous',
      'a',
      'group:delivered',
      'all',
    ]);
  });

  it('keeps the board order in each group', () => {
    const shown = new Shown(
      session('rest', 'idle'),
      session('ask', 'awaiting_input'),
      session('allow', 'needs_permission'),
    );
    assert.deepEqual(shown.rows.slice(0, 5), ['group:needs_you', 'allow', 'ask', 'ready', 'rest']);
    assert.equal(shown.model.countOf('needs_you'), 3);
  });

  it('does not count sessions of an unreachable machine, and redraws the count when it changes', () => {
    const shown = new Shown(session('a', 'idle'), session('b', 'needs_permission'));
    const away = { id: 'm0123456789abcdef', name: 'gpu-box', away: '2026-01-01T00:00:00Z' };
    const redraw = shown.put(session('b', 'needs_permission', { machine: away }));
    assert.equal(shown.model.countOf('needs_you'), 1);
    assert.ok(ids(redraw).includes('group:needs_you'));
    assert.ok(shown.rows.includes('b'));
  });

  it('redraws the counts of Needs You when a pinned session becomes ready without moving', () => {
    const shown = new Shown(session('a', 'needs_permission', { pinned: true }));
    const redraw = shown.put(session('a', 'idle', { pinned: true }));
    assert.ok(ids(redraw).includes('group:needs_you'));
    assert.deepEqual(shown.model.needsYou, { blocked: 0, ready: 1 });
  });

  it('offers to resume stranded sessions above the groups', () => {
    const shown = new Shown(session('a', 'task_complete'), session('b', 'task_complete'));
    shown.board.stranded = ['a', 'b'];
    const redraw = shown.put();
    assert.deepEqual([ids(redraw), shown.rows[0]], ['all', 'stranded']);
    assert.equal(shown.model.strandedCount, 2);
    shown.board.stranded = undefined;
    assert.deepEqual([ids(shown.put()), shown.rows[0]], ['all', 'group:needs_you']);
  });

  it('redraws everything when the first session is added and when the last one is removed', () => {
    const shown = new Shown();
    assert.equal(ids(shown.put(session('a', 'idle'))), 'all');
    assert.equal(ids(shown.remove('a')), 'all');
  });

  it('redraws only the row that looks different', () => {
    const shown = new Shown(session('a', 'acting'), session('b', 'acting'));
    const redraw = shown.put(session('a', 'acting', { gitBranch: 'other' }));
    assert.deepEqual(ids(redraw), ['a']);
  });

  it('redraws nothing after a change that no row shows', () => {
    const shown = new Shown(session('a', 'acting'));
    const redraw = shown.put(session('a', 'acting', { lastActivityAt: secondsAgo(1) }));
    assert.deepEqual(ids(redraw), []);
  });

  it('redraws both groups and updates the counts at once when a session moves', () => {
    const shown = new Shown(session('a', 'acting'), session('b', 'acting'));
    const redraw = shown.put(session('a', 'needs_permission'));
    assert.deepEqual(ids(redraw), ['group:needs_you', 'group:autonomous']);
    assert.equal(shown.model.countOf('needs_you'), 1);
    assert.equal(redraw.unsettled, false);
  });

  it('keeps the node object of a session that changes its group', () => {
    const shown = new Shown(session('a', 'acting'));
    const find = () => shown.nodes().find((node) => nodeId(node) === 'a');
    const before = find();
    shown.put(session('a', 'idle'));
    assert.equal(find(), before);
  });

  it('moves no row after activity that does not change the order', () => {
    const shown = new Shown(session('a', 'acting'), session('b', 'acting'));
    const redraw = shown.put(session('b', 'acting', { lastActivityAt: secondsAgo(0) }));
    assert.equal(redraw.unsettled, false);
    assert.deepEqual(shown.rows.slice(2, 4), ['a', 'b']);
  });

  it('delays a change of order until the tree settles', () => {
    const asks = (id: string, seconds: number): LiveSession =>
      session(id, 'needs_permission', { stateSince: secondsAgo(seconds) });
    const shown = new Shown(asks('a', 20), asks('b', 10));
    assert.equal(shown.put(asks('b', 30)).unsettled, true);
    assert.deepEqual(shown.rows.slice(1, 3), ['a', 'b']);
    assert.deepEqual(ids(shown.settle()), ['group:needs_you']);
    assert.deepEqual(shown.rows.slice(1, 3), ['b', 'a']);
  });

  it('shows the sessions that are ready for a prompt under the last row of Needs You', () => {
    const shown = new Shown(
      session('old', 'idle', { stateSince: secondsAgo(9) }),
      session('ask', 'awaiting_input'),
      session('new', 'interrupted', { stateSince: secondsAgo(1) }),
    );
    assert.deepEqual(shown.rows.slice(0, 5), ['group:needs_you', 'ask', 'ready', 'new', 'old']);
    assert.equal(shown.model.countOf('needs_you'), 3);
    assert.equal(shown.model.countIn('ready'), 2);
    assert.deepEqual(shown.model.parent({ kind: 'session', sessionId: 'new' }), {
      kind: 'tail',
      section: 'ready',
    });
  });

  it('moves a newly blocked session at once', () => {
    const shown = new Shown(session('a', 'idle'), session('b', 'idle'));
    const redraw = shown.put(session('b', 'needs_permission'));
    assert.equal(redraw.unsettled, false);
    assert.deepEqual(shown.rows.slice(1, 4), ['b', 'ready', 'a']);
  });

  it('does not treat a blocked session beyond the shown rows as newly blocked', () => {
    const asks = (id: number, seconds: number): LiveSession =>
      session(`n${id}`, 'needs_permission', { stateSince: secondsAgo(seconds) });
    const shown = new Shown(...Array.from({ length: 150 }, (_, index) => asks(index, 900 - index)));
    const redraw = shown.put(asks(140, 5_000));
    assert.deepEqual([ids(redraw), redraw.unsettled], [[], true]);
  });

  it('redraws on a tick only the rows whose time text changes', () => {
    const shown = new Shown(
      session('young', 'acting', { stateSince: secondsAgo(5) }),
      session('old', 'acting', { stateSince: secondsAgo(3 * 60 + 55) }),
    );
    assert.deepEqual(ids(shown.model.tick(now + 10_000)), ['old']);
    assert.match(shown.model.row('old')?.description ?? '', /^4m$/);
    assert.match(shown.model.row('young')?.description ?? '', /^<1m$/);
  });

  it('shows the newest hundred finished sessions and a row for all sessions', () => {
    const done = Array.from({ length: 120 }, (_, index) =>
      session(`d${index}`, 'task_complete', { stateSince: secondsAgo(index) }),
    );
    const shown = new Shown(...done);
    assert.equal(shown.model.countOf('delivered'), 120);
    assert.deepEqual(shown.rows.slice(-2), ['d99', 'all']);
    assert.equal(shown.rows.length, 3 + 100 + 1);
  });

  it('shows a hundred working sessions, and a hundred more on request', () => {
    const working = Array.from({ length: 150 }, (_, index) => session(`w${index}`, 'acting'));
    const shown = new Shown(...working);
    assert.deepEqual([shown.rows.length, shown.rows[102]], [3 + 100 + 2, 'more:autonomous']);
    assert.deepEqual(ids(shown.model.showMore('autonomous')), ['group:autonomous']);
    assert.equal(shown.rows.length, 3 + 150 + 1);
  });

  it('redraws no row that the editor has not requested', () => {
    const done = Array.from({ length: 120 }, (_, index) =>
      session(`d${index}`, 'task_complete', { stateSince: secondsAgo(index) }),
    );
    const shown = new Shown(...done);
    const renamed = (id: number): LiveSession =>
      session(`d${id}`, 'task_complete', { stateSince: secondsAgo(id), gitBranch: 'other' });
    assert.deepEqual(ids(shown.put(renamed(105))), []);
    assert.deepEqual(ids(shown.put(renamed(5))), ['d5']);
  });

  it('creates a new row for a session that was removed and added again', () => {
    const shown = new Shown(session('a', 'acting'), session('b', 'acting'));
    shown.remove('a');
    shown.put(session('a', 'acting', { gitBranch: 'other' }));
    assert.match(shown.model.row('a')?.accessibleLabel ?? '', /other/);
  });

  it('shows subagents under their session, working ones first', () => {
    const shown = new Shown(
      session('a', 'acting', {
        subagents: [
          aSubagent({ agentId: 'early', state: 'completed', endedAt: secondsAgo(90) }),
          aSubagent({ agentId: 'late', state: 'failed', endedAt: secondsAgo(30) }),
          aSubagent({ agentId: 'now' }),
        ],
      }),
    );
    const [node] = shown.model.children({ kind: 'group', group: 'autonomous' });
    assert.ok(node);
    assert.deepEqual(shown.model.children(node).map(nodeId), ['a/now', 'a/late', 'a/early']);
    assert.equal(shown.model.subagentRow('a', 'now')?.description, '<1m · running · Explore');
    const redraw = shown.put(session('a', 'acting', { subagents: [aSubagent()] }));
    assert.deepEqual(ids(redraw), ['a']);
  });

  it('nests subagents under the one that started them, with state and tokens', () => {
    const tokens = { input: 12_300, output: 0, cacheRead: 0, cacheCreation: 0, total: 12_300 };
    const ended = { state: 'completed', startedAt: secondsAgo(60), endedAt: secondsAgo(18) };
    const shown = new Shown(
      session('a', 'acting', {
        subagents: [
          aSubagent({ agentId: 'leaf', parentAgentId: 'mid', state: 'needs_permission' }),
          aSubagent({ agentId: 'top', ...ended, tokens }),
          aSubagent({ agentId: 'mid', parentAgentId: 'top', state: 'spawned' }),
        ],
      }),
    );
    const descendantsOf = (node: TreeNode): readonly string[] =>
      shown.model.children(node).flatMap((child) => [nodeId(child), ...descendantsOf(child)]);
    assert.deepEqual(descendantsOf({ kind: 'session', sessionId: 'a' }), [
      'a/top',
      'a/mid',
      'a/leaf',
    ]);
    assert.deepEqual(shown.model.row('a')?.children, ['top']);
    const row = (agentId: string) => shown.model.subagentRow('a', agentId);
    assert.equal(row('top')?.description, '42s · completed · Explore · 12.3k tokens');
    assert.equal(row('leaf')?.description, '<1m · waiting for permission · Explore');
    assert.equal(
      row('leaf')?.accessibleLabel,
      'Explore subagent, Find the order routes, waiting for permission, <1m',
    );
    assert.deepEqual(row('leaf')?.look.codicon, 'shield');
  });

  it('redraws a session when one of its subagents gets a different parent', () => {
    const subagents = [aSubagent({ agentId: 'x' }), aSubagent({ agentId: 'y' })];
    const shown = new Shown(session('a', 'acting', { subagents }));
    const nested = [aSubagent({ agentId: 'x' }), aSubagent({ agentId: 'y', parentAgentId: 'x' })];
    assert.deepEqual(ids(shown.put(session('a', 'acting', { subagents: nested }))), ['a']);
  });

  it('shows the dismissed sessions under one row of Done and counts them', () => {
    const shown = new Shown(
      session('old', 'archived', { stateSince: secondsAgo(9) }),
      session('new', 'archived', { stateSince: secondsAgo(1) }),
      session('d', 'task_complete'),
    );
    assert.deepEqual(shown.rows.slice(2), [
      'group:delivered',
      'd',
      'dismissed',
      'new',
      'old',
      'all',
    ]);
    assert.deepEqual(shown.model.children({ kind: 'tail', section: 'dismissed' }).map(nodeId), [
      'new',
      'old',
    ]);
    assert.equal(shown.model.countIn('dismissed'), 2);
    assert.equal(shown.model.countOf('delivered'), 3);
    assert.equal(
      shown.model.row('new')?.contextValue,
      'session+dismissed+over+live+loaded+project+transcript',
    );
  });

  it('redraws both groups when a session is dismissed and when it is restored', () => {
    const shown = new Shown(session('a', 'idle'), session('b', 'idle'));
    assert.deepEqual(ids(shown.put(session('a', 'archived'))), [
      'group:needs_you',
      'group:delivered',
    ]);
    assert.deepEqual(shown.rows, [
      'group:needs_you',
      'ready',
      'b',
      'group:autonomous',
      'group:delivered',
      'dismissed',
      'a',
      'all',
    ]);
    assert.deepEqual(ids(shown.put(session('a', 'acting'))), [
      'group:autonomous',
      'group:delivered',
    ]);
    assert.deepEqual(shown.rows.slice(-2), ['group:delivered', 'all']);
  });

  it('offers to dismiss a session that is not working', () => {
    const shown = new Shown(session('a', 'acting'), session('b', 'task_complete'));
    assert.equal(shown.model.row('a')?.contextValue, 'session+live+loaded+project+transcript');
    assert.equal(
      shown.model.row('b')?.contextValue,
      'session+dismissible+over+live+loaded+project+transcript',
    );
  });

  it('offers to continue at the reset of a limit only while the reset is in the future', () => {
    const limited = (sessionId: string, resetsAt: string): LiveSession =>
      aSession({ sessionId, limit: { resetsAt, goesOn: false, asks: false } });
    const shown = new Shown(limited('a', secondsAgo(-60)), limited('b', secondsAgo(60)));
    assert.match(shown.model.row('a')?.contextValue ?? '', /\+failed\+limited\b/);
    assert.doesNotMatch(shown.model.row('b')?.contextValue ?? '', /limited/);
  });

  it('has a complete accessible label, with control characters escaped', () => {
    const shown = new Shown(
      aSession({
        sessionId: 'a',
        title: '\u001B[31mFix\u001B[0m\n\u202Eit',
        projectName: 'shop',
        gitBranch: 'main',
        agentState: {
          group: 'needs_you',
          state: 'needs_permission',
          label: 'Needs permission: Bash',
        },
        stateSince: secondsAgo(240),
      }),
    );
    assert.deepEqual(shown.model.row('a'), {
      label: '⟨U+001B⟩[31mFix⟨U+001…',
      description: '4m',
      look: { lucide: 'Shield', codicon: 'shield', tone: 'red' },
      accessibleLabel:
        '⟨U+001B⟩[31mFix⟨U+001B⟩[0m ⟨U+202E⟩it, Needs permission: Bash, for 4m, project shop, branch main',
      contextValue: 'session+dismissible+live+loaded+project+transcript',
      children: [],
      subagents: new Map(),
    });
  });

  it('leaves out the data that a session does not have', () => {
    const {
      gitBranch: _,
      pid: __,
      ...bare
    } = session('a', 'idle', { projectName: '', transcriptPath: '' });
    const shown = new Shown({ ...bare, title: ' ', stateSince: 'never' });
    const row = shown.model.row('a');
    assert.equal(row?.label, 'Untitled session');
    assert.equal(row?.description, '');
    assert.equal(row?.contextValue, 'session+dismissible+project');
  });

  it('finds the parents of a row up to its root', () => {
    const shown = new Shown(
      session('a', 'idle', { subagents: [aSubagent({ agentId: 'x' })] }),
      session('b', 'archived'),
    );
    const way = (node: TreeNode): string[] => {
      const parent = shown.model.parent(node);
      return [nodeId(node), ...(parent === undefined ? [] : way(parent))];
    };
    const [subagent] = shown.model.children({ kind: 'session', sessionId: 'a' });
    assert.ok(subagent);
    assert.deepEqual(way(subagent), ['a/x', 'a', 'ready', 'group:needs_you']);
    const dismissed = shown.model.sessionNode('b');
    assert.ok(dismissed);
    assert.deepEqual(way(dismissed), ['b', 'dismissed', 'group:delivered']);
  });

  it('has a node to reveal only for a session with a row', () => {
    const shown = new Shown(
      ...Array.from({ length: 110 }, (_, index) =>
        session(`d${index}`, 'task_complete', { stateSince: secondsAgo(index) }),
      ),
    );
    assert.equal(shown.model.sessionNode('d99')?.kind, 'session');
    assert.equal(shown.model.sessionNode('d100'), undefined);
    assert.equal(shown.model.sessionNode('unknown'), undefined);
  });
});
