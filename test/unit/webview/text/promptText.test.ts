import assert from 'node:assert/strict';
import { codexId } from '../../../../src/shared/agents/agentLabels';
import { deliveryText } from '../../../../src/shared/board/texts/promiseText';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import { supportsNewSessions } from '../../../../src/webview/text/followUpPromise';
import { unreachableText, waitText } from '../../../../src/webview/text/promptText';
import { bulkPromptText } from '../../../../src/webview/select/bulkActions';
import { aSession } from '../../../support/sessionBuilder';

describe('The prompt box', () => {
  const prompting = { way: 'terminal', prompts: [] } as const;
  const inState = (state: string) =>
    aSession({
      prompting: { ...prompting, prompts: [] },
      agentState: { group: 'autonomous', state },
    });

  it('says that a working session gets the prompt after its turn', () => {
    assert.equal(deliveryText(inState('thinking')), 'Sent after this turn.');
    assert.match(bulkPromptText([inState('thinking')]), /gets it later/);
  });

  it('says that the prompt waits until the client’s dialog is closed', () => {
    const session = aSession({
      prompting: { ...prompting, prompts: [] },
      agentState: { group: 'needs_you', state: 'dialog', label: stateLabel('dialog') },
    });
    assert.equal(deliveryText(session), 'Sent once the dialog in its terminal is closed.');
    assert.match(bulkPromptText([session]), /gets it later/);
  });

  it('says that a session that is reachable at the end of a turn gets the prompt after this turn', () => {
    const session = aSession({
      prompting: { waitsFor: 'way', prompts: [] },
      agentState: { group: 'autonomous', state: 'thinking' },
    });
    assert.equal(deliveryText(session), 'Sent after this turn.');
    assert.equal(waitText(session), 'The next one is sent after this turn.');
  });

  it('explains how an unreachable idle session becomes reachable', () => {
    const session = aSession({
      prompting: { waitsFor: 'way', prompts: [] },
      agentState: { group: 'needs_you', state: 'idle', label: stateLabel('idle') },
    });
    assert.match(deliveryText(session), /^Queued: .*type in its terminal to start one\.$/);
    assert.match(waitText(session) ?? '', /type in its terminal to start one\.$/);
  });

  it('says that a sleeping session gets the prompt immediately', () => {
    assert.equal(deliveryText(inState('sleeping')), 'Sent now.');
    assert.match(bulkPromptText([inState('sleeping')]), /gets it right away/);
  });
});

describe('A session of Codex', () => {
  const running = aSession({
    agent: codexId,
    agentState: { group: 'autonomous', state: 'thinking' },
  });

  it('accepts no prompts if a terminal or a script runs it in a process of its own', () =>
    assert.equal(
      unreachableText({ ...running, pid: 4711 }),
      'Prompts can’t be sent from here: this session runs in a process of its own, without Codex’s server.',
    ));

  it('accepts no prompts if no server and no known process runs it', () => {
    const { pid: _pid, ...unloaded } = running;
    assert.equal(
      unreachableText(unloaded),
      'Prompts can’t be sent from here: Codex’s server isn’t running this session.',
    );
  });

  it('starts no session from its card, unlike a session of Claude Code', () => {
    const prompting = { way: 'hook' as const, prompts: [], newSessions: true };
    const offers = ['codex', undefined].map((agent) =>
      supportsNewSessions(aSession({ agent, prompting })),
    );
    assert.deepEqual(offers, [false, true]);
  });

  it('shows no obstacle to prompts while its server accepts them', () => {
    assert.equal(
      unreachableText({ ...running, prompting: { way: 'hook', prompts: [] } }),
      undefined,
    );
    assert.equal(unreachableText(aSession()), undefined);
  });
});
