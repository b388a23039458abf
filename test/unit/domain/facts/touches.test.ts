import assert from 'node:assert/strict';
import { noChanges, addEdit } from '../../../../src/extension/hub/domain/facts/changes';
import type { SubagentFileFacts } from '../../../../src/extension/hub/domain/facts/session';
import { sessionTouches } from '../../../../src/extension/hub/domain/facts/touches';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';

type Edit = readonly [file: string, at: number, turn: number, since?: number];

const changes = (...edits: readonly Edit[]) =>
  edits.reduce(
    (before, [file, at, turn, since]) => addEdit(before, file, { turn, at, since }),
    noChanges,
  );
const session = (...edits: readonly Edit[]) => ({
  ...emptyTranscript('/s'),
  cwd: '/w',
  turns: 3,
  humanPromptAt: 100,
  changes: changes(...edits),
});
const subagents = (...agents: readonly (readonly [id: string, ...edits: readonly Edit[]])[]) =>
  new Map(
    agents.map(([agentId, ...edits]) => [
      agentId,
      { agentId, changes: changes(...edits) } as unknown as SubagentFileFacts,
    ]),
  );

describe('The touches of a session', () => {
  it('are the files that it and its subagents changed, each by its last change, newest last', () => {
    const facts = {
      transcript: session(['/w/a', 10, 1], ['/w/b', 110, 3], ['/w/c', 120, 3, 115]),
      subagentFiles: subagents(
        ['one', ['/w/a', 50, 0], ['/w/d', 130, 0]],
        ['two', ['/w/b', 105, 0]],
      ),
    };
    assert.deepEqual(sessionTouches(facts), [
      { path: '/w/a', at: 50, turn: 2, agentId: 'one', since: undefined },
      { path: '/w/b', at: 110, turn: 3, agentId: undefined, since: undefined },
      { path: '/w/c', at: 120, turn: 3, agentId: undefined, since: 115 },
      { path: '/w/d', at: 130, turn: 3, agentId: 'one', since: undefined },
    ]);
  });

  it('resolve a relative path against the session’s folder if the entry has no folder', () => {
    const facts = { transcript: session(['src/a', 10, 1]), subagentFiles: new Map() };
    assert.deepEqual(
      sessionTouches(facts).map(({ path }) => path),
      ['/w/src/a'],
    );
  });

  it('are empty for a session without facts', () => {
    assert.deepEqual(sessionTouches({ transcript: undefined, subagentFiles: new Map() }), []);
  });

  it('are limited to the last 400', () => {
    const many = (of: string, from: number): readonly Edit[] =>
      Array.from({ length: 400 }, (_, at) => [`/${of}/${at}`, from + at * 2, 1]);
    const facts = {
      transcript: session(...many('own', 1)),
      subagentFiles: subagents(['one', ...many('sub', 2)]),
    };
    const touches = sessionTouches(facts);
    assert.equal(touches.length, 400);
    assert.deepEqual([touches[0]?.path, touches.at(-1)?.path], ['/own/200', '/sub/399']);
  });
});
