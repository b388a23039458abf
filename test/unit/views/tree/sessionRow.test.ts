import assert from 'node:assert/strict';
import { sessionRow } from '../../../../src/extension/views/tree/sessionRow';
import type { Collision } from '../../../../src/shared/protocol/work/collisions';
import { aCollision, collisions, lostCollision } from '../../../support/board/collisionBuilder';
import { aBadge, deliveredBoard, withPull } from '../../../support/page/boards/deliveredBoard';
import { aPendingRequest, aSession, builderNow } from '../../../support/sessionBuilder';

describe('The menus of a row', () => {
  for (const [toolName, token] of [
    ['Bash', 'answerable'],
    ['Edit', 'answerable+edit'],
    ['AskUserQuestion', 'asks'],
    ['ExitPlanMode', 'plan'],
  ] as const)
    it(`offer the actions that answer ${toolName} only while the request can be answered`, () => {
      const tokens = (answerable: boolean): string => {
        const call = { id: 'c1', fate: 'open', answerable } as const;
        const pendingRequest = aPendingRequest({ toolName, call });
        return sessionRow(aSession({ pendingRequest }), 0).contextValue;
      };
      assert.ok(`${tokens(true)}+`.includes(`+${token}+`), tokens(true));
      assert.doesNotMatch(tokens(false), /\+(?:answerable|asks|plan)/);
    });
});

describe('The row of a session of another machine', () => {
  const machine = { id: 'm0123456789abcdef', name: 'gpu-box' };

  it('names the machine, and has no menu actions while the machine is unreachable', () => {
    const session = aSession({ pendingRequest: aPendingRequest(), machine });
    assert.match(sessionRow(session, 0).description, / gpu-box$/u);
    const away = { ...machine, away: builderNow };
    const row = sessionRow({ ...session, machine: away }, 0);
    assert.match(row.description, /· away ·/u);
    assert.match(row.accessibleLabel, /, away,/u);
    assert.equal(row.look.codicon, 'debug-disconnect');
    assert.doesNotMatch(row.contextValue, /^session/u);
  });
});

describe('The row of a session that delivered something', () => {
  const now = Date.parse(builderNow);
  const row = sessionRow(withPull, now);

  it('shows the delivery in its description, icon and tone, and keeps the length of its title', () => {
    const { display: _display, ...bare } = withPull;
    const core = sessionRow(bare, now);
    assert.equal(row.description, '4m · Opened PR #41 · orders');
    assert.deepEqual([row.look.codicon, row.look.tone], ['git-pull-request', 'blue']);
    assert.equal(row.label, core.label);
    assert.deepEqual([core.description, core.look.codicon], ['4m · orders', 'clock']);
  });

  it('has the state and every badge in its accessible label', () => {
    assert.ok(
      row.accessibleLabel.includes(
        'Opened PR #41, Waiting for your next prompt, PR #41, 212 pass, ↑2, 3 uncommitted',
      ),
      row.accessibleLabel,
    );
  });

  it('offers to open its pull request, if the link is safe, and keeps the other menu actions', () => {
    assert.match(row.contextValue, /^session\+dismissible.*\+pull\+transcript$/);
    assert.doesNotMatch(sessionRow(aSession(), now).contextValue, /pull/);
    const url = 'javascript:alert(1)';
    const outcome = { commits: 0, at: '', pulls: [{ number: 1, url }] };
    assert.doesNotMatch(sessionRow(aSession({ outcome }), now).contextValue, /pull/);
  });

  it('names a worktree that no badge names, and offers to remove it while the session is not working', () => {
    const repository = { branch: 'side', worktree: 'orders' };
    const badges = [aBadge('orders')];
    const at = (group: 'autonomous' | 'needs_you') =>
      sessionRow(aSession({ repository, agentState: { ...aSession().agentState, group } }), now);
    assert.match(at('needs_you').accessibleLabel, /branch side, worktree orders/);
    const shownRow = sessionRow(aSession({ repository, display: { layer: 'sdlc', badges } }), now);
    assert.doesNotMatch(shownRow.description, /orders/);
    assert.match(at('needs_you').contextValue, /\+worktree\+removable\b/);
    assert.match(at('autonomous').contextValue, /\+worktree\b(?!\+removable)/);
    assert.doesNotMatch(sessionRow(aSession(), now).contextValue, /worktree|removable/);
  });

  it('shows the state of a pending request instead of a delivery', () => {
    const [asking] = deliveredBoard.map((one) => sessionRow(one, now));
    assert.equal(asking?.description, '2m');
    assert.equal(asking?.look.codicon, 'shield');
    assert.match(asking?.accessibleLabel ?? '', /Needs permission: Bash, 3 fail/);
  });
});

describe('The row of a session with a long title', () => {
  const now = Date.parse(builderNow);
  const title = 'Move the navigation to the new router and remove the old one';

  it('shows about 24 characters of the title and the time first', () => {
    const rows = [
      aSession({ title }),
      aSession({ title, unseen: true, pinned: true, projectName: 'a-project-of-a-long-name' }),
      aSession({ title, unseen: true, stateSince: '2026-01-01T00:00:00.000Z' }),
    ].map((session) => sessionRow(session, now));
    for (const { label, description } of rows) {
      assert.ok(label.length >= 22, label);
      assert.match(description, /^<?\d+[mhd](?: ●)?(?: ·|$)/u);
      assert.doesNotMatch(description, /a-project/);
    }
    assert.match(rows[1]?.accessibleLabel ?? '', /project a-project-of-a-long-name/);
  });
});

describe('The title of a row', () => {
  const now = Date.parse(builderNow);
  const label = (title: string, more = {}) => sessionRow(aSession({ title, ...more }), now).label;

  it('is truncated by the width of its letters, so that the time beside it fits', () => {
    const wide = label('WHY DOES THE WEBSOCKET MANAGER DROP MESSAGES');
    const narrow = label('Fill in little titles, still fitting till it is all in it');
    assert.match(wide, /^WHY DOES THE WEBSOCK?E?T?…$/u);
    assert.ok(narrow.length > 29, narrow);
    assert.match(
      label('会話の要約を毎日のメールに追加してください'),
      /^会話の要約を毎日のメー?…$/u,
    );
  });

  it('is shown in full if it fits, and leaves room for an ellipsis after the time', () => {
    const title = 'Kürzen der Überschriften';
    assert.equal(label(title), title);
    const long = 'Kürzen der Überschriften in der Übersicht';
    assert.ok(label(long, { pinned: true }).length < label(long).length);
  });
});

describe('The row of a session that collides with a different session', () => {
  const now = Date.parse(builderNow);
  const row = (found: Collision) =>
    sessionRow(aSession({ collisions: collisions(found, aCollision()) }), now);

  it('shows the gravest collision in its texts and menu context, and keeps its icon', () => {
    const { look, description, accessibleLabel, contextValue } = row(lostCollision());
    assert.match(description, /Work taken/);
    assert.match(accessibleLabel, /Work taken/);
    assert.match(contextValue, /\+colliding\+/);
    assert.deepEqual(look, sessionRow(aSession(), now).look);
  });

  it('does not change if the sessions only share a folder', () => {
    const shared = aSession({ collisions: { others: 2, found: [] } });
    assert.deepEqual(sessionRow(shared, now), sessionRow(aSession(), now));
  });

  it('shows that changes were reviewed, and offers a review of changes', () => {
    const changes = { files: 1, edits: 1 };
    const changed = sessionRow(aSession({ changes }), now);
    assert.match(changed.contextValue, /\+changed\+transcript$/);
    const reviewed = sessionRow(aSession({ changes, reviewed: builderNow }), now);
    assert.match(reviewed.contextValue, /\+changed\+reviewed\+transcript$/);
    assert.match(reviewed.description, /reviewed/);
    assert.match(reviewed.accessibleLabel, /changes reviewed/);
  });
});
