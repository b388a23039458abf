import { aRequest, aTool, Story } from '../../support/hub/story';

const bash = { command: 'npm test' };
const needsPermission = ['needs_you', 'needs_permission', 'Needs permission: Bash'] as const;
const running = ['autonomous', 'acting', 'Running Bash'] as const;

/** Its registry file names no status: what runs below the process tells what a person did. */
describe('A client that tells no status', () => {
  const called = (tool = 'Bash'): Story =>
    new Story()
      .registry(undefined, { runsCommand: false })
      .after(1_000)
      .prompted()
      .after(1_000)
      .called(tool, bash);

  it('runs a command that was just called', () => {
    called()
      .after(1_499)
      .is(...running, 'jsonl');
  });

  it('waits for permission when no command comes of it', () => {
    called()
      .after(1_500)
      .is(...needsPermission, 'jsonl');
  });

  it('runs the command that is seen to run', () => {
    called()
      .after(400)
      .registry(undefined, { runsCommand: true })
      .after(20_000)
      .is(...running, 'jsonl');
  });

  it('runs on for all we know where processes cannot be seen', () => {
    called()
      .registry(undefined, { runsCommand: undefined })
      .after(20_000)
      .is(...running, 'jsonl');
  });

  it('waits for permission when an edit takes its time', () => {
    called('Write')
      .after(1_500)
      .is('needs_you', 'needs_permission', 'Needs permission: Write', 'jsonl');
  });

  it('does not wait for a tool that may be slow by itself', () => {
    called('WebFetch').after(20_000).is('autonomous', 'acting', 'Running WebFetch', 'jsonl');
  });

  it('has had its answer when the command runs that a hook asked for', () => {
    const story = new Story().registry(undefined, { runsCommand: false }).after(1_000);
    story.hook('UserPromptSubmit', { prompt: 'Go' }).after(1_000);
    story.hook('PreToolUse', aTool('Bash', bash)).after(20);
    story.hook('PermissionRequest', aRequest('Bash', bash)).after(5_000);
    story.is(...needsPermission, 'hook');
    story
      .registry(undefined, { runsCommand: true })
      .after(10)
      .is(...running, 'hook');
  });
});
