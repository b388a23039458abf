import assert from 'node:assert/strict';
import { aTool, Story } from '../../../support/hub/story';

/** Texts that mention a state are not evidence of it. */
const mention =
  'Compacting conversation… Interrupted · Retrying · error · waiting for your input? No: it is compacting.';

describe('A word in a text', () => {
  const stories: readonly (readonly [who: string, story: () => Story, state: string])[] = [
    ['a prompt', () => new Story().hook('UserPromptSubmit', { prompt: mention }), 'thinking'],
    [
      'a prompt of the client itself',
      () => new Story().hook('UserPromptSubmit', { prompt: `<task-notification>${mention}` }),
      'thinking',
    ],
    [
      'a command',
      () =>
        new Story()
          .hook('UserPromptSubmit', { prompt: 'Go' })
          .hook('PreToolUse', aTool('Bash', { command: `echo ${mention}`, description: mention })),
      'acting',
    ],
    [
      'an error of a tool',
      () =>
        new Story()
          .hook('UserPromptSubmit', { prompt: 'Go' })
          .hook('PostToolUseFailure', aTool('Bash', {}, { error: mention })),
      'thinking',
    ],
    [
      'the last answer',
      () =>
        new Story()
          .hook('UserPromptSubmit', { prompt: 'Go' })
          .hook('Stop', { last_assistant_message: mention }),
      'idle',
    ],
    [
      'a notification',
      () =>
        new Story()
          .hook('UserPromptSubmit', { prompt: 'Go' })
          .hook('Notification', { notification_type: 'agent_completed', message: mention }),
      'thinking',
    ],
    [
      'a session’s title',
      () => new Story().hook('UserPromptSubmit', { prompt: 'Go', session_title: mention }),
      'thinking',
    ],
    [
      'a prompt in the transcript',
      () => new Story().registry('busy').prompted(mention),
      'thinking',
    ],
    [
      'an answer that is being written',
      () => new Story().registry('busy').prompted().answered(mention, 'tool_use'),
      'thinking',
    ],
    [
      'an answer in the transcript',
      () => new Story().prompted().answered(mention).registry('idle'),
      'idle',
    ],
    [
      'an answer that nothing but the transcript tells',
      () =>
        new Story()
          .line({ kind: 'prompt', text: mention, human: true, version: '2.1.27' })
          .answered(mention),
      'idle',
    ],
    [
      'a title in the transcript',
      () =>
        new Story()
          .registry('busy')
          .prompted()
          .line({ kind: 'title', source: 'custom', title: mention }),
      'thinking',
    ],
    [
      'the name of a process',
      () => new Story().registry('busy', { name: mention, nameSource: 'user' }),
      'thinking',
    ],
  ];
  for (const [who, story, state] of stories) {
    it(`of ${who} is no state`, () => {
      assert.equal(story().state.state, state);
    });
  }
});
