import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  collisionChoiceTitle,
  collisionChoices,
  collisionPrompt,
  denialMessage,
} from '../../../../../src/shared/board/collisionChoices';
import {
  requestCollisions,
  hasNewRequestCollision,
  collisionBadge,
  collisionEvidence,
  collisionLine,
  collisionLineIn,
  gravestCollision,
  sharedText,
} from '../../../../../src/shared/board/texts/collisionText';
import { formatTime } from '../../../../../src/shared/words/format';
import { createTranslator } from '../../../../../src/shared/words/l10n';
import { whyText } from '../../../../../src/shared/board/texts/whyText';
import type { Collision } from '../../../../../src/shared/protocol/work/collisions';
import {
  aCollision,
  askedCollision,
  carriedCollision,
  collisions,
  lostCollision,
} from '../../../../support/board/collisionBuilder';
import { hostileText } from '../../../../support/hostileText';
import { aSession } from '../../../../support/sessionBuilder';

const now = Date.parse('2026-03-02T10:00:00.000Z');
const clock = (iso: string) => formatTime(Date.parse(iso), 'seconds');
const evidence = (...found: readonly Collision[]) =>
  collisionEvidence({ collisions: collisions(...found) }, now).map(({ text }) => text);

describe('The words for collisions', () => {
  it('say quietly how many share a folder, and nothing of one that is alone', () => {
    assert.equal(sharedText(undefined), undefined);
    assert.equal(sharedText({ others: 0, found: [] }), undefined);
    assert.deepEqual(sharedText({ others: 1, found: [] }), {
      text: '2 here',
      tooltip: 'Another session works in the same folder',
    });
    assert.equal(
      sharedText({ others: 4, found: [] })?.tooltip,
      '4 other sessions work in the same folder',
    );
  });

  it('name the other session and the first file, and count the rest', () => {
    assert.equal(
      collisionLine(aCollision()),
      'Also changed by “Rename the client”: src/a.ts and 2 more',
    );
    assert.equal(
      collisionLine(aCollision({ files: ['src/a.ts'], fileCount: 1 })),
      'Also changed by “Rename the client”: src/a.ts',
    );
    assert.equal(
      collisionLine(aCollision({ files: [], fileCount: 12, title: '  ' })),
      'Also changed by “Untitled session”: 12 files',
    );
  });

  it('say of a request whether this session changed the file before', () => {
    assert.equal(
      collisionLine(askedCollision()),
      '“Rename the client” changed src/a.ts since this session last did',
    );
    const { proof } = askedCollision();
    assert.equal(
      collisionLine(askedCollision({ proof: proof.slice(1) })),
      '“Rename the client” has changed src/a.ts already',
    );
    assert.equal(
      collisionLine(askedCollision({ side: 'changed' })),
      '“Rename the client” asks to change src/a.ts, changed here as well',
    );
  });

  it('name the command that took uncommitted work, on both cards', () => {
    assert.equal(
      collisionLine(lostCollision()),
      '“Rename the client” ran git reset --hard over uncommitted work: src/a.ts and 2 more',
    );
    assert.equal(
      collisionLine(lostCollision({ side: 'took' })),
      'This session ran git reset --hard over uncommitted work of “Rename the client”: src/a.ts and 2 more',
    );
    const head = { sessionId: 'two', act: 'head', at: '2026-03-02T09:58:20.000Z' };
    assert.equal(
      collisionLine(lostCollision({ proof: [head] })),
      '“Rename the client” moved HEAD over uncommitted work: src/a.ts and 2 more',
    );
    assert.match(
      collisionLine(lostCollision({ proof: [{ ...head, act: 'stash' }] })),
      /ran git stash over/,
    );
  });

  it('are few on a badge, alarming only for work that was taken', () => {
    const badges = [aCollision(), askedCollision(), askedCollision({ side: 'changed' })];
    assert.deepEqual(badges.map(collisionBadge), [
      { text: '3 files shared', tone: 'amber' },
      { text: 'Changed since', tone: 'amber' },
      { text: 'Another asks to edit', tone: 'amber' },
    ]);
    assert.deepEqual(collisionBadge(lostCollision()), { text: 'Work taken', tone: 'red' });
    assert.equal(collisionBadge(lostCollision({ side: 'took' })).text, 'Took another’s work');
  });

  it('do not say that work is gone which is on another branch', () => {
    const switched = carriedCollision();
    assert.deepEqual(collisionBadge(switched), { text: 'Branch switched', tone: 'red' });
    assert.equal(
      collisionLine(switched),
      '“Rename the client” switched the branch to other with uncommitted changes of this session: src/a.ts and 2 more',
    );
    const took = carriedCollision({ side: 'took' });
    assert.equal(collisionBadge(took).text, 'Switched another’s branch');
    assert.equal(
      collisionLine(took),
      'This session switched the branch to other with uncommitted changes of “Rename the client”: src/a.ts and 2 more',
    );
    for (const to of ['this', 'other'] as const)
      assert.doesNotMatch(collisionPrompt(switched, to), /taken|brought back/u);
    assert.notEqual(collisionPrompt(switched, 'this'), collisionPrompt(switched, 'other'));
    const [act] = switched.proof;
    const forced = carriedCollision({ proof: act ? [{ ...act, carried: false }] : [] });
    assert.equal(collisionBadge(forced).text, 'Work taken');
    assert.match(collisionLine(forced), /ran git switch other over uncommitted work/u);
  });

  it('are in the language of whoever reads them', () => {
    const german = createTranslator({
      '“{0}” ran {1} over uncommitted work: {2}': '„{0}“: {1}, {2}',
      '{0} and {1} more': '{0} und {1} weitere',
      'Untitled session': 'Ohne Titel',
    });
    assert.equal(
      collisionLineIn(german, lostCollision({ title: '' })),
      '„Ohne Titel“: git reset --hard, src/a.ts und 2 weitere',
    );
  });

  it('prove each collision with times in Why, after the signals of the state', () => {
    assert.deepEqual(evidence(lostCollision(), aCollision()), [
      collisionLine(lostCollision()),
      `This session changed src/a.ts · ${clock('2026-03-02T09:57:10.000Z')}`,
      `“Rename the client” ran git reset --hard · ${clock('2026-03-02T09:58:20.000Z')}`,
      collisionLine(aCollision()),
      `This session changed src/a.ts · ${clock('2026-03-02T09:57:10.000Z')}`,
      `“Rename the client” changed src/a.ts · ${clock('2026-03-02T09:58:20.000Z')}`,
    ]);
    const session = aSession({ collisions: collisions(aCollision()) });
    assert.deepEqual(
      whyText(session, now).map(({ verdict }) => verdict),
      [...session.why.map(({ verdict }) => verdict), 'collision', 'proof', 'proof'],
    );
  });

  it('name subagents and acts that nobody knows yet', () => {
    const at = 'no time';
    const proof = [
      { sessionId: 'one', agentId: 'a', act: 'asks', at, path: 'x' },
      { sessionId: 'two', agentId: 'b', act: 'committed', at },
      { sessionId: 'two', act: 'rebase', at },
      { sessionId: 'two', act: 'restore', at, path: 'x', command: 'git restore x' },
    ];
    assert.deepEqual(evidence(aCollision({ proof })).slice(1), [
      'A subagent of this session asks to change x',
      'A subagent of “Rename the client” made a commit',
      '“Rename the client” ran git rebase',
      '“Rename the client” ran git restore x: x',
    ]);
  });

  it('find the gravest, and those that an open request is in', () => {
    const session = { collisions: collisions(lostCollision(), askedCollision(), aCollision()) };
    assert.equal(gravestCollision(session)?.level, 3);
    assert.deepEqual(
      requestCollisions(session).map(({ id }) => id),
      ['asks/two/src/a.ts'],
    );
    assert.deepEqual(
      requestCollisions({ collisions: collisions(askedCollision({ side: 'changed' })) }),
      [],
    );
    assert.equal(gravestCollision({}), undefined);
  });

  it('tell a change that came after a request was shown from one with another title', () => {
    const quiet = { collisions: collisions(aCollision()) };
    const asked = { collisions: collisions(askedCollision()) };
    const renamed = { collisions: collisions(askedCollision({ title: 'Another title' })) };
    const third = { collisions: collisions(askedCollision({ id: 'asks/three/src/a.ts' })) };
    assert.equal(hasNewRequestCollision(quiet, asked), true);
    assert.equal(hasNewRequestCollision(undefined, asked), true);
    assert.equal(hasNewRequestCollision(asked, third), true);
    assert.equal(hasNewRequestCollision(asked, renamed), false);
    assert.equal(hasNewRequestCollision(asked, quiet), false);
    assert.equal(hasNewRequestCollision(asked, undefined), false);
  });

  it('keep letters from right to left in their place', () => {
    assert.equal(
      collisionLine(aCollision({ title: 'שלום', files: ['src/عربي.ts'], fileCount: 1 })),
      'Also changed by “\u2068שלום\u2069”: \u2068src/عربي.ts\u2069',
    );
  });

  it('let no title, path or command leave its line', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (title, file, command) => {
        const found = [aCollision, askedCollision, lostCollision].map((make) =>
          make({
            title,
            files: [file],
            proof: [{ sessionId: 'two', act: 'reset', at: '', path: file, command }],
          }),
        );
        for (const text of evidence(...found)) {
          assert.doesNotMatch(text, /[\p{Cc}\u202a-\u202e\u2066\u2067]/u);
          assert.ok(text.length < 700, String(text.length));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('offer a prompt to either side and a message for a denial, with whole paths', () => {
    const long = `src/${'deep/'.repeat(60)}a.ts`;
    for (const collision of [aCollision(), askedCollision(), lostCollision()]) {
      const texts = (['this', 'other'] as const).map((to) =>
        collisionPrompt({ ...collision, files: [long], fileCount: 2 }, to),
      );
      for (const text of texts) assert.ok(text.includes(`${long} and 1 more`), text);
      assert.equal(texts[0] === texts[1], collision.level === 1);
    }
    assert.equal(collisionPrompt(askedCollision(), 'this'), denialMessage(askedCollision()));
    assert.equal(
      collisionPrompt(lostCollision(), 'this'),
      collisionPrompt(lostCollision({ side: 'took' }), 'other'),
    );
  });

  it('name each choice once', () => {
    const names = collisionChoices.map((choice) => collisionChoiceTitle(choice, aCollision()));
    assert.equal(new Set(names).size, collisionChoices.length);
    assert.equal(
      collisionChoiceTitle('dismissCollision', lostCollision()),
      'Don’t Show This Again',
    );
  });
});
