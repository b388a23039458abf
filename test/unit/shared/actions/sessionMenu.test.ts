import assert from 'node:assert/strict';
import { sessionRow } from '../../../../src/extension/views/tree/sessionRow';
import { isMet } from '../../../../src/shared/actions/facts';
import { sessionAction, sessionActions } from '../../../../src/shared/actions/sessionActions';
import { isOfferedOnPage } from '../../../../src/shared/actions/pageActions';
import {
  isSubmenu,
  maxEntries,
  menuActions,
  menuCondition,
  sessionMenu,
} from '../../../../src/shared/actions/sessionMenu';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { withActions } from '../../../support/manifest/contributions';
import { rowMatches } from '../../../support/manifest/rowMatches';
import { aPendingRequest, aSession, builderNow } from '../../../support/sessionBuilder';

const now = Date.parse(builderNow);
const rowMenu = 'view/item/context';
const { menus } = withActions({ commands: [], menus: {} });
const inControl = 'missionControl.control == on';

/** Sessions of every state with every kind of request, and all optional fields. */
function everySession(): readonly LiveSession[] {
  const states = [
    ['needs_you', 'needs_permission'],
    ['needs_you', 'idle'],
    ['needs_you', 'error'],
    ['autonomous', 'acting'],
    ['autonomous', 'sleeping'],
    ['delivered', 'session_ended'],
  ] as const;
  const call = { id: 'c1', fate: 'open', answerable: true } as const;
  const resetsAt = new Date(now + 3_600_000).toISOString();
  return states.flatMap(([group, state]) =>
    [undefined, 'Bash', 'Edit', 'AskUserQuestion', 'ExitPlanMode'].flatMap((toolName) =>
      (['terminal', 'runner'] as const).flatMap((way) =>
        [1, undefined].map((pid) =>
          aSession({
            agentState: { group, state },
            prompting: { way, prompts: [] },
            changes: { files: 2, edits: 3 },
            repository: { branch: 'worktree-a', worktree: 'a' },
            ...(pid === undefined && { pid }),
            ...(state === 'error' && { limit: { resetsAt, goesOn: false, asks: false } }),
            ...(toolName !== undefined && { pendingRequest: aPendingRequest({ toolName, call }) }),
          }),
        ),
      ),
    ),
  );
}

/** Commands and submenus offered for a tree row, in menu order. */
function offered(menu: string, value: string, isInline = false): readonly string[] {
  return (menus[menu] ?? [])
    .filter(({ group = '', when = '' }) => {
      if (group.startsWith('inline') !== isInline) return false;
      const clauses = when
        .split(' && ')
        .filter((one) => one !== inControl && !one.startsWith('view =='));
      return rowMatches(clauses.join(' && '), value);
    })
    .map(({ command = '', submenu = '' }) => command + submenu);
}

describe('The menu of a session', () => {
  it('contains every action of the tree and every other action of a page once', () => {
    const places = sessionMenu.flat().flatMap((one) => (isSubmenu(one) ? one.parts.flat() : [one]));
    assert.equal(new Set(places).size, places.length);
    const missing = sessionActions.filter(
      ({ id, tree, board }) => (tree !== undefined || board !== undefined) && !menuActions.has(id),
    );
    // These actions are only on cards.
    assert.deepEqual(
      missing.map(({ id }) => id),
      ['answer', 'tellBlocked'],
    );
  });

  it('has at most nine entries on its first level in every state of a session', () => {
    const context = { mutes: [], control: { status: 'on', disabledProjects: [] } };
    let most = 0;
    for (const session of everySession()) {
      const { contextValue } = sessionRow(session, now);
      const inTree = offered(rowMenu, contextValue).length;
      const onPage = sessionMenu.flat().filter((entry) => {
        if (isSubmenu(entry)) return true;
        const action = sessionAction(entry);
        if (action.board === undefined || action.board.decides === true) return false;
        if (!isOfferedOnPage(action, session, context)) return false;
        return isMet(menuCondition(action), session, { now: Date.now(), mutes: [] });
      }).length;
      most = Math.max(most, inTree, onPage);
      assert.ok(inTree <= maxEntries, `tree: ${offered(rowMenu, contextValue).join()}`);
      assert.ok(onPage <= maxEntries, `page: ${onPage}, ${contextValue}`);
    }
    assert.equal(most, maxEntries);
  });

  it('has at most two inline icons on a row of the tree, one of which leads to the card', () => {
    const leads = new Set(['missionControl.revealInBoard', 'missionControl.reviewRequest']);
    for (const session of everySession()) {
      const icons = offered(rowMenu, sessionRow(session, now).contextValue, true);
      assert.ok(icons.length <= 2, icons.join());
      assert.ok(
        icons.some((icon) => leads.has(icon)),
        icons.join(),
      );
    }
  });

  it('has the same title for an action in the editor and on pages', () => {
    const renamed = sessionActions.filter(
      ({ tree, board, command }) =>
        tree !== undefined &&
        board !== undefined &&
        board.decides !== true &&
        command?.title !== undefined,
    );
    assert.deepEqual(
      renamed.map(({ id }) => id),
      [],
    );
  });
});
