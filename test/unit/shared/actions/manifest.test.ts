import assert from 'node:assert/strict';
import { sessionRow } from '../../../../src/extension/views/tree/sessionRow';
import { sessionActions } from '../../../../src/shared/actions/sessionActions';
import { isMet } from '../../../../src/shared/actions/facts';
import { withActions } from '../../../support/manifest/contributions';
import { withCommands } from '../../../support/manifest/commandList';
import { rowMatches } from '../../../support/manifest/rowMatches';
import { rowClause } from '../../../support/manifest/rowClause';
import { englishTexts, germanTexts } from '../../../support/manifest/texts';
import { aPendingRequest, aSession, builderNow } from '../../../support/sessionBuilder';

const now = Date.parse(builderNow);

describe('A condition in the manifest', () => {
  it('checks the kind of the row if it has no other term', () => {
    assert.equal(rowClause([]), 'viewItem =~ /^session/');
    assert.equal(rowClause(['transcript'], true), String.raw`viewItem =~ /\+transcript\b/`);
  });

  it('matches the rows of exactly the sessions that the action applies to', () => {
    const call = { id: 'c1', fate: 'open', answerable: true } as const;
    const sessions = [
      aSession(),
      aSession({ pinned: true, projectPinned: true }),
      aSession({ pid: undefined, agentState: { group: 'delivered', state: 'session_ended' } }),
      aSession({ agentState: { group: 'needs_you', state: 'error' } }),
      aSession({ prompting: { way: 'runner', prompts: [] } }),
      aSession({ machine: { id: 'm0123456789abcdef', name: 'gpu' } }),
      ...['Bash', 'Edit', 'AskUserQuestion', 'ExitPlanMode'].map((toolName) =>
        aSession({ pendingRequest: aPendingRequest({ toolName, call }) }),
      ),
    ];
    for (const { id, tree, when } of sessionActions) {
      if (tree === undefined) continue;
      const condition = (tree.when ?? when) as Parameters<typeof rowClause>[0];
      for (const session of sessions) {
        const { contextValue } = sessionRow(session, now);
        assert.equal(
          rowMatches(rowClause(condition, tree.onSubagents), contextValue),
          isMet(condition, session, { now, mutes: [] }),
          `${id} ${contextValue}`,
        );
      }
    }
  });
});

describe('The generated text about actions', () => {
  const other = { command: 'missionControl.openBoard', title: '%command.openBoard%' };
  const gone = { command: 'missionControl.gone', title: '%command.gone%' };

  it('keeps other commands unchanged and removes unknown ones', () => {
    const { commands, menus } = withActions({
      commands: [gone, other],
      menus: { 'view/title': [{ command: gone.command, when: 'true' }] },
    });
    assert.deepEqual(commands[0], other);
    assert.ok(!JSON.stringify([commands, menus]).includes('gone'));
    assert.ok(commands.some(({ command }) => command === 'missionControl.endSession'));
  });

  it('adds the titles of new commands last, and reports missing German translations', () => {
    const written = { 'command.openBoard': 'Open Board', 'view.sessions': 'Sessions' };
    const keys = Object.keys(englishTexts({ ...written, 'command.gone': 'Gone' }));
    assert.equal(keys[0], 'command.openBoard');
    assert.equal(keys.at(-1), 'view.sessions');
    assert.ok(keys.includes('command.endSession') && !keys.includes('command.gone'));
    assert.throws(
      () => germanTexts(written, {}),
      /package\.nls\.de\.json needs “command\.\w+”, the German of “/,
    );
  });

  it('lists commands on the manual’s page in the order of the table', () => {
    const titles = new Set(['Open Board', 'Rename Session…', 'Set Tag…']);
    const table = [
      '| Command | What it does |',
      '| --- | --- |',
      '| Mission Control: Set Tag… | Old. |',
      '| Mission Control: Gone | Old. |',
      '| Mission Control: Open Board | Opens it. |',
    ].join('\n');
    const text = withCommands(`# Commands\n\n${table}\n\nMore.\n`, titles);
    const rows = text.split('\n').filter((line) => line.startsWith('| Mission Control:'));
    assert.match(rows[0] ?? '', /: Set Tag… \| Sets a coloured word/);
    assert.equal(rows[1], '| Mission Control: Open Board | Opens it. |');
    assert.ok(rows.some((row) => row.includes('Rename Session…')) && !text.includes('Gone'));
  });
});
