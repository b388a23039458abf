import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { Announcer } from '../../../../src/webview/keys/announcer';
import type { Collision } from '../../../../src/shared/protocol/work/collisions';
import {
  aCollision,
  askedCollision,
  carriedCollision,
  collisions,
  lostCollision,
} from '../../../support/board/collisionBuilder';
import { aSession } from '../../../support/sessionBuilder';

const asks = (sessionId: string): LiveSession =>
  aSession({
    sessionId,
    projectName: sessionId,
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
  });
const board = (...sessions: LiveSession[]): ReadonlyMap<string, LiveSession> =>
  new Map(sessions.map((session) => [session.sessionId, session]));

describe('The announcer', () => {
  let announcer: Announcer;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    announcer = new Announcer();
  });
  afterEach(() => {
    announcer.dispose();
    mock.timers.reset();
  });
  const announcedText = (): string => {
    mock.timers.tick(700);
    return announcer.text.get();
  };

  it('announces a session that now needs a person', () => {
    announcer.sessionsChanged(board(), board(asks('shop')));
    assert.equal(announcedText(), 'shop needs permission: Bash');
  });

  it('announces lost work once, before other changes', () => {
    const works = { sessionId: 'shop', projectName: 'shop' };
    const robbed = aSession({ ...works, collisions: collisions(lostCollision(), aCollision()) });
    announcer.sessionsChanged(board(aSession(works)), board(robbed));
    assert.equal(announcedText(), 'shop: Work taken.');
    mock.timers.tick(7_000);
    const also = lostCollision({ id: 'lost/three/2' });
    announcer.sessionsChanged(board(robbed), board({ ...robbed, title: 'Other' }));
    assert.equal(announcedText(), '');
    const { agentState } = asks('shop');
    const now = { ...robbed, agentState, collisions: collisions(also, lostCollision()) };
    announcer.sessionsChanged(board(robbed), board(now));
    assert.equal(announcedText(), 'shop: Work taken. shop needs permission: Bash');
  });

  it('announces a switched branch for the session that lost work, but not for the others', () => {
    const of = (projectName: string, one?: Collision): LiveSession =>
      aSession({
        sessionId: projectName,
        projectName,
        ...(one !== undefined && { collisions: collisions(one) }),
      });
    announcer.sessionsChanged(
      board(of('shop'), of('docs'), of('api')),
      board(
        of('shop', carriedCollision()),
        of('docs', lostCollision({ side: 'took' })),
        of('api', askedCollision()),
        of('new', lostCollision()),
      ),
    );
    assert.equal(announcedText(), 'shop: Branch switched.');
  });

  it('does not announce sessions of a snapshot that arrive later', () => {
    announcer.sessionsChanged(board(), board(asks('shop')));
    announcer.addKnown([asks('old')]);
    announcer.sessionsChanged(
      board(asks('shop'), asks('old')),
      board(asks('shop'), asks('old'), asks('new')),
    );
    assert.match(announcedText(), /^2 now need you: .*(shop.*new|new.*shop)/);
    assert.doesNotMatch(announcer.text.get(), /old/);
  });
});
