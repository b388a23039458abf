import assert from 'node:assert/strict';
import { aTool, Story } from '../../../support/hub/story';

/** A session whose agent says something and then asks for a command. */
const asking = (story: Story): Story => story.hook('PermissionRequest', aTool('Bash'));
const saidOn = (story: Story): string | undefined => story.card.pendingRequest?.said;

describe('The last message before a request', () => {
  it('is on its card, even after another call', () => {
    const story = new Story().registry('busy').prompted('Tidy up');
    story.answered('I delete the old build.', 'tool_use').called('Read').result('Read');
    story.after(100).called('Bash');
    assert.equal(saidOn(asking(story)), 'I delete the old build.');
  });

  it('is not taken from an earlier turn', () => {
    const story = new Story().registry('busy').prompted('Tidy up').answered('Done.');
    story.after(1_000).hook('UserPromptSubmit', { prompt: 'Go on' });
    assert.equal(saidOn(asking(story)), undefined);
    assert.equal(saidOn(asking(story.after(10).prompted('Go on').called('Bash'))), undefined);
  });

  it('is absent for a subagent’s request', () => {
    const story = new Story().registry('busy').prompted('Tidy up');
    story.answered('I let others do it.', 'tool_use');
    story.hook('PermissionRequest', { ...aTool('Bash'), agent_id: 'a1', agent_type: 'Explore' });
    assert.equal(saidOn(story), undefined);
  });

  it('includes its end if it is long', () => {
    const story = new Story().registry('busy').prompted('Tidy up');
    story.answered(`${'x'.repeat(5_000)} The build goes.`, 'tool_use').called('Bash');
    const text = saidOn(asking(story)) ?? '';
    assert.ok(text.endsWith('The build goes.') && text.length < 2_100, `${text.length}`);
  });
});

describe('The last message of an idle session', () => {
  it('is on its card if only the client’s registry reports that it is idle', () => {
    const story = new Story().registry('busy').prompted('Tidy up').answered('All tidy.');
    const { state, context } = story.after(100).registry('idle').card.agentState;
    assert.deepEqual([state, context?.['message']], ['idle', 'All tidy.']);
  });
});
