import { aHookEvent } from '../../../../support/hub/hooks';
import { aRequest, aTool, Story } from '../../../../support/hub/story';

const bash = { command: 'touch made' };

/** The hooks of start and prompt run concurrently. */
describe('A run without a terminal', () => {
  it('is working although the hook of its start comes after that of its prompt', () => {
    new Story()
      .hook('UserPromptSubmit', { prompt: 'Go' })
      .after(80)
      .hook('SessionStart', { source: 'startup' })
      .registry('busy', { entrypoint: 'sdk-cli' })
      .after(10)
      .is('autonomous', 'thinking', 'Generating response...', 'hook');
  });

  it('is done, not cut off, if it exits before its last hooks arrive', () => {
    new Story()
      .registry('busy', { entrypoint: 'sdk-cli' })
      .hook('UserPromptSubmit', { prompt: 'Go' })
      .after(2_000)
      .gone('exited')
      .is('delivered', 'session_ended', 'Session closed', 'registry');
  });
});

/** A run without a terminal cannot ask a person. If its host was asked, the registry shows that. */
describe('A permission request without a terminal', () => {
  const asked = (entrypoint: string): Story =>
    new Story()
      .registry('busy', { entrypoint })
      .after(10)
      .hook('UserPromptSubmit', { prompt: 'Go' })
      .after(500)
      .hook('PreToolUse', aTool('Bash', bash))
      .after(10)
      .hook('PermissionRequest', aRequest('Bash', bash));

  it('needs nobody while the client continues', () => {
    asked('sdk-cli').after(20).is('autonomous', 'acting', 'Running Bash', 'hook');
  });

  it('needs the person whom its host asks', () => {
    asked('sdk-ts')
      .registry('waiting', { entrypoint: 'sdk-ts', waitingFor: 'permission prompt' })
      .after(20)
      .is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
  });

  it('needs the person whom its runner asks, before the registry says so', () => {
    const story = new Story()
      .registry('busy', { entrypoint: 'sdk-cli' })
      .after(500)
      .hook('UserPromptSubmit', { prompt: 'Go' })
      .after(10);
    const event = aHookEvent(story.now, 'PermissionRequest', aRequest('Bash', bash));
    story
      .apply({ ...event, callId: 'call-1' })
      .after(20)
      .is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
  });

  it('needs you at once in a terminal', () => {
    asked('cli').after(20).is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
  });
});
