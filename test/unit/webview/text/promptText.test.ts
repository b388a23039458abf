import assert from 'node:assert/strict';
import { codexId } from '../../../../src/shared/agents/agentLabels';
import { deliveryText } from '../../../../src/shared/board/texts/promiseText';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import { supportsNewSessions } from '../../../../src/webview/text/followUpPromise';
import { unreachableText, waitText } from '../../../../src/webview/text/promptText';
import { bulkPromptText } from '../../../../src/webview/select/bulkActions';
import { aSession } from '../../../support/sessionBuilder';

describe('A prompt that is written', () => {
  const prompting = { way: 'terminal', prompts: [] } as const;
  const inState = (state: string) =>
    aSession({
      prompting: { ...prompting, prompts: [] },
      agentState: { group: 'autonomous', state },
    });

  it('is promised after the turn of a session at work', () => {
    assert.equal(deliveryText(inState('thinking')), 'Sent after this turn.');
    assert.match(bulkPromptText([inState('thinking')]), /gets it later/);
  });

  it('is promised after a dialog of the client, which would take its keys', () => {
    const session = aSession({
      prompting: { ...prompting, prompts: [] },
      agentState: { group: 'needs_you', state: 'dialog', label: stateLabel('dialog') },
    });
    assert.equal(deliveryText(session), 'Sent once the dialog in its terminal is closed.');
    assert.match(bulkPromptText([session]), /gets it later/);
  });

  it('is promised after this turn where the end of one is what makes a session reachable', () => {
    const session = aSession({
      prompting: { waitsFor: 'way', prompts: [] },
      agentState: { group: 'autonomous', state: 'thinking' },
    });
    assert.equal(deliveryText(session), 'Sent after this turn.');
    assert.equal(waitText(session), 'The next one is sent after this turn.');
  });

  it('says of a session at rest that cannot be reached what makes it so', () => {
    const session = aSession({
      prompting: { waitsFor: 'way', prompts: [] },
      agentState: { group: 'needs_you', state: 'idle', label: stateLabel('idle') },
    });
    assert.match(deliveryText(session), /^Queued: .*type in its terminal to start one\.$/);
    assert.match(waitText(session) ?? '', /type in its terminal to start one\.$/);
  });

  it('is promised right away to a session that sleeps at its prompt', () => {
    assert.equal(deliveryText(inState('sleeping')), 'Sent now.');
    assert.match(bulkPromptText([inState('sleeping')]), /gets it right away/);
  });
});

describe('The reason why no prompt reaches a session of Codex', () => {
  const running = aSession({
    agent: codexId,
    agentState: { group: 'autonomous', state: 'thinking' },
  });

  it('is its own process, where its terminal or a script runs it', () =>
    assert.equal(
      unreachableText({ ...running, pid: 4711 }),
      'Prompts can’t be sent from here: this session runs in a process of its own, without Codex’s server.',
    ));

  it('is the server that does not run it, where no process of its own is known', () => {
    const { pid: _pid, ...unloaded } = running;
    assert.equal(
      unreachableText(unloaded),
      'Prompts can’t be sent from here: Codex’s server isn’t running this session.',
    );
  });

  it('starts no session from its card, unlike one of Claude Code', () => {
    const prompting = { way: 'hook' as const, prompts: [], newSessions: true };
    const offers = ['codex', undefined].map((agent) =>
      supportsNewSessions(aSession({ agent, prompting })),
    );
    assert.deepEqual(offers, [false, true]);
  });

  it('is none while the server takes prompts for it, nor for a session of Claude Code', () => {
    assert.equal(
      unreachableText({ ...running, prompting: { way: 'hook', prompts: [] } }),
      undefined,
    );
    assert.equal(unreachableText(aSession()), undefined);
  });
});
