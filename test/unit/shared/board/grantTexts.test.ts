import assert from 'node:assert/strict';
import {
  grantHeadline,
  grantName,
  grantPlace,
  grantStatus,
  livingGrants,
} from '../../../../src/shared/board/texts/grantTexts';
import { grantEndings } from '../../../../src/shared/protocol/work/grants';
import { aGrant, endedGrant, projectGrant } from '../../../support/page/boards/grantCards';
import { aSession, builderNow } from '../../../support/sessionBuilder';

const now = Date.parse(builderNow);

describe('The texts of a grant', () => {
  const minute = 60_000;
  for (const [left, text] of [
    [-5 * minute, 'less than a minute left'],
    [minute, 'less than a minute left'],
    [minute + 1, '2 min left'],
    [59 * minute, '59 min left'],
    [60 * minute, '1 h left'],
    [61 * minute, '1 h 1 min left'],
    [24 * 60 * minute, '24 h left'],
  ] as const)
    it(`say “${text}” ${left} ms before the grant ends`, () =>
      assert.equal(grantStatus(aGrant({ until: now + left, usesLeft: undefined }), now), text));

  it('mention the end of the session, the remaining uses and subagents', () => {
    const grant = aGrant({ untilSessionEnds: true, usesLeft: 1, subagents: true });
    assert.equal(
      grantStatus(grant, now),
      'until the session ends · 1 use left · also for subagents',
    );
  });

  it('contain a reason for each kind of end, and a general one for an unknown kind', () => {
    const reasons = [...grantEndings, 'toString'].map((reason) =>
      grantStatus(aGrant({ ended: { at: now, reason } }), now),
    );
    assert.ok(
      reasons.every((one) => /^[a-z]/.test(one)),
      reasons.join('\n'),
    );
    assert.equal(reasons.at(-1), 'ended');
    assert.equal(new Set(reasons.slice(0, -1)).size, grantEndings.length);
  });

  it('escape and truncate what a session wrote', () => {
    const name = grantName(aGrant({ words: `echo a\u202Eb ${'x'.repeat(500)}` }), '');
    assert.match(name, /U\+202E/);
    assert.ok(name.length < 200);
  });

  it('show the folder relative to the home folder, and the session or project', () => {
    assert.equal(grantName(projectGrant, '/home/dev'), 'Edit ~/api-server/src/…');
    assert.match(grantHeadline(endedGrant, ''), /^No longer allowed: npm run build$/);
    const sessions = new Map([['a', aSession({ title: 'Title a' })]]);
    assert.equal(grantPlace(aGrant(), sessions), 'Title a');
    assert.equal(grantPlace(aGrant({ sessionId: 'gone' }), sessions), 'api-server');
    assert.equal(grantPlace(projectGrant, sessions), 'all sessions of api-server');
  });

  it('are based only on grants that have not ended', () => {
    assert.deepEqual(livingGrants([aGrant(), endedGrant]), [aGrant()]);
    assert.deepEqual(livingGrants(), []);
  });
});
