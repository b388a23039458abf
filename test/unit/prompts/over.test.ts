import assert from 'node:assert/strict';
import type { Prompts } from '../../../src/extension/hub/prompts/prompts';
import { Emitter } from '../../../src/extension/util/emitter';
import type { PromptChange } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { promptsOf } from '../../support/hub/somePrompts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { aSession } from '../../support/sessionBuilder';

const sessionId = 'one';
const { pid: _, ...without } = aSession({ sessionId });
const endedSession: LiveSession = {
  ...without,
  agentState: { ...without.agentState, group: 'delivered', state: 'session_ended' },
};

describe('A prompt for a session that no process is known to run', () => {
  let home: string;
  let session: LiveSession;
  let prompts: Prompts;
  let touched: string[];
  let offers: Emitter<void>;

  beforeEach(async () => {
    home = await tempHome();
    [session, touched, offers] = [endedSession, [], new Emitter<void>()];
    prompts = promptsOf(home, () => session, {
      offers: { stateOf: () => 'on', onDidChange: offers.event },
      touch: (id) => touched.push(id),
    });
    await prompts.load();
  });
  afterEach(async () => {
    await prompts.close();
    await removeHome(home);
  });

  const resumes = async (change: PromptChange): Promise<boolean> => {
    const answer = await prompts.change(sessionId, change);
    assert.ok(typeof answer === 'object');
    return answer.resume;
  };
  const add = (id: string): PromptChange => ({ kind: 'add', id, text: 'Go' });

  it('asks for a terminal when it is to be sent, and not when it is only changed', async () => {
    assert.equal(await resumes(add('a')), true);
    assert.equal(await resumes(add('b')), true);
    assert.equal(await resumes({ kind: 'edit', id: 'a', text: 'Stop' }), false);
    assert.equal(await resumes({ kind: 'move', id: 'b', by: -1 }), false);
    assert.equal(await resumes({ kind: 'remove', id: 'b' }), false);
    assert.equal(await resumes({ kind: 'go' }), true);
  });

  it('asks for none where the session goes on all the same', async () => {
    session = without;
    assert.equal(await resumes(add('a')), false);
    session = aSession({ sessionId, agentState: endedSession.agentState });
    assert.equal(await resumes(add('b')), false);
  });

  it('has its card looked at when control comes or goes', async () => {
    await resumes(add('a'));
    touched.length = 0;
    offers.fire();
    assert.deepEqual(touched, [sessionId]);
  });
});
