import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { isMet } from '../../../../src/shared/actions/facts';
import {
  choicesFor,
  sessionAction,
  sessionActions,
} from '../../../../src/shared/actions/sessionActions';
import { isOfferedOnPage } from '../../../../src/shared/actions/pageActions';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { projectRoot } from '../../../support/editor/paths';
import { aPendingRequest, aSession, builderNow } from '../../../support/sessionBuilder';

const now = Date.parse(builderNow);

describe('The table of actions', () => {
  it('contains each action and each command once', () => {
    const ids = sessionActions.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const commands = sessionActions.flatMap(({ command }) => command?.id ?? []);
    assert.equal(new Set(commands).size, commands.length);
  });

  it('has a German translation of every title that a page shows', () => {
    const file = path.join(projectRoot, 'media/l10n/bundle.l10n.de.json');
    const german = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
    const shown = sessionActions.flatMap(({ title, board, phone }) => [
      ...(board === undefined ? [] : [title, board.keyTitle ?? title]),
      ...(phone === undefined ? [] : [phone.title ?? title]),
    ]);
    assert.deepEqual(
      [...new Set(shown)].filter((text) => !german.includes(text)),
      [],
    );
  });

  it('has an icon for every action of a page, and a place in the editor for every command', () => {
    for (const { id, icon, command, board, phone, tree, palette } of sessionActions) {
      if (board !== undefined || phone !== undefined) assert.ok(icon !== undefined, id);
      if (tree !== undefined || palette !== undefined) assert.ok(command !== undefined, id);
      if (tree?.inline !== undefined) assert.ok(command?.codicon !== undefined, id);
    }
  });

  it('offers a follow-up for a session that a server runs, and for none that has ended', () => {
    const { when } = sessionAction('followUp');
    const agentState = { group: 'delivered', state: 'session_ended', label: 'Closed' } as const;
    const offers = (['hook', undefined] as const).map((way) => {
      const prompting = { way, prompts: [], followUps: true };
      const session = aSession({ agent: 'codex', pid: undefined, agentState, prompting });
      return isMet(when, session, { now, mutes: [] });
    });
    assert.deepEqual(offers, [true, false]);
  });

  it('supports conditions on one of several facts, and on the absence of a fact', () => {
    const request = (toolName: string) =>
      aSession({
        pendingRequest: aPendingRequest({
          toolName,
          call: { id: 'c1', fate: 'open', answerable: true },
        }),
      });
    const asksForPlan = (toolName: string) =>
      isMet([['asks', 'plan'], '!edit'], request(toolName), { now, mutes: [] });
    assert.deepEqual(['AskUserQuestion', 'ExitPlanMode', 'Bash', 'Edit'].map(asksForPlan), [
      true,
      true,
      false,
      false,
    ]);
  });

  it('offers actions that need control only if the project is controlled', () => {
    const session = aSession();
    const offers = (status: 'on' | 'off', disabledProjects: readonly string[] = []) =>
      isOfferedOnPage(sessionAction('endSession'), session, {
        mutes: [],
        control: { status, disabledProjects },
      });
    assert.deepEqual(
      [offers('on'), offers('off'), offers('on', [session.projectPath])],
      [true, false, false],
    );
  });

  it('offers only actions that need no connection for a session of an unreachable machine', () => {
    const machine = { id: 'm0123456789abcdef', name: 'gpu', away: builderNow };
    const context = { mutes: [], control: { status: 'on', disabledProjects: [] } };
    const offered = sessionActions.filter(
      (action) =>
        action.board !== undefined && isOfferedOnPage(action, aSession({ machine }), context),
    );
    assert.deepEqual(
      offered.map(({ id }) => id),
      ['details', 'why', 'copyTitle', 'copyFolder', 'copySessionId', 'mute'],
    );
  });

  it('offers a session of another account everything that one of this computer has', () => {
    const machine = { id: 'm0123456789abcdef', name: 'work' };
    const repository = { folder: '/home/dev/shop', branch: 'main' };
    const offersWorktree = (session: LiveSession): boolean =>
      isOfferedOnPage(sessionAction('newSessionInWorktree'), session, {
        mutes: [],
        control: { status: 'on', disabledProjects: [] },
      });
    assert.deepEqual(
      [undefined, { ...machine, account: true }, machine].map((place) =>
        offersWorktree(aSession({ repository, ...(place && { machine: place }) })),
      ),
      [true, true, false],
    );
  });

  it('offers a new worktree only for a session whose agent makes worktrees', () => {
    const repository = { folder: '/home/dev/shop', branch: 'main' };
    const offered = ['claude', 'codex', 'unknown'].filter((agent) =>
      isOfferedOnPage(
        sessionAction('newSessionInWorktree'),
        aSession({ repository, ...(agent !== 'claude' && { agent }) }),
        { mutes: [], control: { status: 'on', disabledProjects: [] } },
      ),
    );
    assert.deepEqual(offered, ['claude']);
  });

  it('offers in the palette only sessions to which the command applies', () => {
    const sessions = [
      aSession({ sessionId: 'runs' }),
      aSession({ sessionId: 'over', pid: undefined }),
      aSession({ sessionId: 'pinned', pinned: true }),
    ];
    const ids = (command: Parameters<typeof choicesFor>[0]) =>
      choicesFor(command, sessions).map(({ sessionId }) => sessionId);
    assert.deepEqual(ids('endSession'), ['runs', 'pinned']);
    assert.deepEqual(ids('unpinSession'), ['pinned']);
    assert.deepEqual(ids('resumeSession'), ['runs', 'over', 'pinned']);
  });
});
