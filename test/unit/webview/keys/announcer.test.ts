import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { Announcer } from '../../../../src/webview/keys/announcer';
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
  const heard = (): string => {
    mock.timers.tick(700);
    return announcer.text.get();
  };

  it('says what came to need somebody', () => {
    announcer.sessionsChanged(board(), board(asks('shop')));
    assert.equal(heard(), 'shop needs permission: Bash');
  });

  it('says nothing of what was there before and is told only now', () => {
    announcer.sessionsChanged(board(), board(asks('shop')));
    announcer.knew([asks('old')]);
    announcer.sessionsChanged(
      board(asks('shop'), asks('old')),
      board(asks('shop'), asks('old'), asks('new')),
    );
    assert.match(heard(), /^2 need you: .*(shop.*new|new.*shop)/);
    assert.doesNotMatch(announcer.text.get(), /old/);
  });
});
