import assert from 'node:assert/strict';
import { runsWithoutProcess } from '../../../../src/extension/hub/domain/claims/endedClaim';
import type { TranscriptEntry } from '../../../../src/extension/hub/domain/facts/transcriptEntry';
import {
  emptyTranscript,
  foldLine,
} from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { transcriptReadEvent } from '../../../../src/extension/transcript/fold/fold';
import { sessionId } from '../../../support/hub/hooks';
import { aRequest, aTool, Story } from '../../../support/hub/story';

const bash = { command: 'npm test' };
const needsPermission = ['needs_you', 'needs_permission', 'Needs permission: Bash'] as const;
const running = ['autonomous', 'acting', 'Running Bash'] as const;

/** The registry file has no status, so child processes show a person's answers. */
describe('A client without a status', () => {
  const called = (tool = 'Bash'): Story =>
    new Story()
      .registry(undefined, { runsCommand: false })
      .after(1_000)
      .prompted()
      .after(1_000)
      .called(tool, bash);

  it('runs a command that was just called', () => {
    called()
      .after(999)
      .is(...running, 'jsonl');
  });

  it('waits for permission when no command is started', () => {
    called()
      .after(1_000)
      .is(...needsPermission, 'jsonl');
  });

  it('runs the command that is observed', () => {
    called()
      .after(400)
      .registry(undefined, { runsCommand: true })
      .after(20_000)
      .is(...running, 'jsonl');
  });

  it('counts as running if processes cannot be inspected', () => {
    called()
      .registry(undefined, { runsCommand: undefined })
      .after(20_000)
      .is(...running, 'jsonl');
  });

  it('waits for permission when an edit takes its time', () => {
    called('Write')
      .after(1_000)
      .is('needs_you', 'needs_permission', 'Needs permission: Write', 'jsonl');
  });

  it('does not count as waiting during a tool that may be slow itself', () => {
    called('WebFetch').after(20_000).is('autonomous', 'acting', 'Running WebFetch', 'jsonl');
  });

  it('has been answered when the command runs that a hook requested', () => {
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

/**
 * For example in a container, or under a different session id, as with an old client that resumes.
 */
describe('A session whose process cannot be inspected', () => {
  const minute = 60_000;
  const version = '2.1.85';
  const prompt = { kind: 'prompt', text: 'Go', human: true, version } as const;
  const closed = ['delivered', 'session_ended', 'Session closed'] as const;
  const working = ['autonomous', 'thinking', 'Generating response...', 'jsonl'] as const;
  /** The hub reads the line a minute after it was written. */
  const found = (line: TranscriptEntry = prompt): Story => {
    const story = new Story().after(minute);
    const facts = foldLine(emptyTranscript('/a'), story.now - minute, line);
    return story.apply(transcriptReadEvent(sessionId, facts, story.now));
  };

  it('has ended when its last known process has ended', () => {
    const story = new Story().line(prompt).registry(undefined).gone('exited');
    story.after(minute).is(...closed, 'registry');
  });

  it('is running while its transcript grows after that', () => {
    const story = new Story().line(prompt).registry(undefined).gone('exited').after(minute);
    story.line(prompt).is(...working);
    story.answered('Done.').is('needs_you', 'idle', 'Waiting for your next prompt', 'jsonl');
    story.after(10 * minute).is(...closed, 'registry');
  });

  it('has ended if nothing was written since the hub found its transcript', () => {
    found().is(...closed, 'jsonl');
  });

  it('counts as running without a process while it grows, if such clients have registry files', () => {
    const unseen = (story: Story): boolean => runsWithoutProcess(story.facts, story.now);
    const story = found().after(minute);
    assert.equal(unseen(story), false, 'Nobody has written since');
    assert.equal(unseen(story.line(prompt)), true);
    const older = { ...prompt, version: '2.1.27' };
    assert.equal(unseen(found(older).after(minute).line(older)), false);
    assert.equal(unseen(story.registry('idle')), false, 'A process names it');
    story.after(100).gone('exited').after(1_000).line(prompt);
    assert.equal(unseen(story), false, 'The last lines of the client that has gone');
    assert.equal(unseen(story.after(1_001).line(prompt)), true);
    assert.equal(unseen(story.after(10 * minute)), false);
  });

  it('is running while its transcript grows after the hub’s start', () => {
    const story = found().after(minute);
    story.line(prompt).is(...working);
    story.after(10 * minute).is(...closed, 'jsonl');
  });
});
