import assert from 'node:assert/strict';
import { promiseOf } from '../../../../src/shared/board/promiseText';
import { promiseTogether } from '../../../../src/webview/select/together';
import { aSession } from '../../../support/sessionBuilder';

describe('A prompt that is written', () => {
  const prompting = { way: 'terminal', prompts: [] } as const;
  const inState = (state: string) =>
    aSession({
      prompting: { ...prompting, prompts: [] },
      agentState: { group: 'autonomous', state },
    });

  it('is promised after the turn of a session at work', () => {
    assert.equal(promiseOf(inState('thinking')), 'Sent after this turn.');
    assert.match(promiseTogether([inState('thinking')]), /gets it later/);
  });

  it('is promised right away to a session that sleeps at its prompt', () => {
    assert.equal(promiseOf(inState('sleeping')), 'Sent now.');
    assert.match(promiseTogether([inState('sleeping')]), /gets it right away/);
  });
});
