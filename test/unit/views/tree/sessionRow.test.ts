import assert from 'node:assert/strict';
import { sessionRow } from '../../../../src/extension/views/tree/sessionRow';
import { deliveredBoard, withPull } from '../../../support/page/deliveredBoard';
import { aPendingRequest, aSession, builderNow } from '../../../support/sessionBuilder';

describe('The menus of a row', () => {
  for (const [toolName, token] of [
    ['Bash', 'answerable'],
    ['Edit', 'answerable+edit'],
    ['AskUserQuestion', 'asks'],
    ['ExitPlanMode', 'plan'],
  ] as const)
    it(`offer what answers ${toolName}, while it can be answered`, () => {
      const tokens = (answerable: boolean): string => {
        const call = { id: 'c1', fate: 'open', answerable } as const;
        const pendingRequest = aPendingRequest({ toolName, call });
        return sessionRow(aSession({ pendingRequest }), 0).contextValue;
      };
      assert.ok(`${tokens(true)}+`.includes(`+${token}+`), tokens(true));
      assert.doesNotMatch(tokens(false), /\+(?:answerable|asks|plan)/);
    });
});

describe('The row of a session that delivered something', () => {
  const now = Date.parse(builderNow);
  const row = sessionRow(withPull, now);

  it('says so in its description, with the icon and tone of that, and shortens no title for it', () => {
    const { display: _display, ...bare } = withPull;
    const core = sessionRow(bare, now);
    assert.equal(row.description, '4m · Opened PR #41 · api-server');
    assert.deepEqual([row.look.codicon, row.look.tone], ['git-pull-request', 'blue']);
    assert.equal(row.label, core.label);
    assert.deepEqual([core.description, core.look.codicon], ['4m · api-server', 'clock']);
  });

  it('tells a screen reader the state as well, and every badge', () => {
    assert.ok(
      row.accessibleLabel.includes(
        'Opened PR #41, Waiting for your next prompt, PR #41, 212 pass, ↑2, 3 uncommitted',
      ),
      row.accessibleLabel,
    );
  });

  it('offers its pull request in the menu, and keeps what the menus of others look for', () => {
    assert.match(row.contextValue, /^session\+dismissible.*\+pull\+transcript$/);
    assert.doesNotMatch(sessionRow(aSession(), now).contextValue, /pull/);
    const url = 'javascript:alert(1)';
    const outcome = { commits: 0, at: '', pulls: [{ number: 1, url }] };
    assert.doesNotMatch(sessionRow(aSession({ outcome }), now).contextValue, /pull/);
  });

  it("keeps a request's own words", () => {
    const [asking] = deliveredBoard.map((one) => sessionRow(one, now));
    assert.equal(asking?.description, '2m · billing');
    assert.equal(asking?.look.codicon, 'shield');
    assert.match(asking?.accessibleLabel ?? '', /Needs permission: Bash, 3 fail/);
  });
});
