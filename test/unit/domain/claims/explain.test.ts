import assert from 'node:assert/strict';
import { trailLine } from '../../../../src/extension/hub/board/trail';
import { Story } from '../../../support/hub/story';

function trail(story: Story): readonly string[] {
  return story.meaning.why.map(
    ({ source, signal, state, verdict }) => `${source} ${signal} ${state} ${verdict}`,
  );
}

const asking = (): Story =>
  new Story()
    .hook('UserPromptSubmit', { prompt: 'Go' })
    .registry('busy')
    .after(500)
    .hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } })
    .after(20)
    .registry('waiting', { waitingFor: 'permission prompt' });

describe('The evidence for a session’s state', () => {
  it('lists the deciding source first, and those that agree', () => {
    assert.deepEqual(trail(asking()), [
      'hook PermissionRequest Bash needs_permission decides',
      'registry waiting needs_permission agrees',
    ]);
  });

  it('names no tool if the notification of a dialog names none', () => {
    const story = new Story().hook('UserPromptSubmit').after(500);
    story.hook('Notification', { notification_type: 'permission_prompt', message: 'Allow?' });
    assert.equal(trail(story)[0], 'hook Notification needs_permission decides');
    assert.equal(story.card.agentState.label.text, 'Needs permission');
  });

  it('names the hook that the registry overruled', () => {
    const story = asking().after(2_000).registry('idle').after(200);
    const [decides, overruled] = trail(story);
    assert.equal(decides, 'registry idle idle decides');
    assert.match(overruled ?? '', /^hook PermissionRequest Bash needs_permission overruled$/);
  });

  it('includes the last hook even if it is no longer valid', () => {
    const story = new Story().hook('PreToolUse', { tool_name: 'Bash' }).after(61_000);
    story.registry('busy');
    assert.match(trail(story).join('\n'), /^registry busy .* decides\nhook PreToolUse/u);
  });

  it('is marked if there is no source at all', () => {
    const story = new Story().registry(undefined);
    assert.equal(trail(story)[0]?.split(' ').at(-1), 'decides');
  });

  it('is logged in one line without any content of the session', () => {
    const story = asking();
    const line = trailLine(story.card);
    assert.match(
      line,
      /needs_you\/needs_permission \(1\): hook PermissionRequest Bash 10:00:00\.500; registry waiting 10:00:00\.520 agrees$/u,
    );
    assert.ok(!line.includes('ls') && !line.includes('Go'), line);
  });
});
