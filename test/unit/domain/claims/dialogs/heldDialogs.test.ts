import assert from 'node:assert/strict';
import { aHookEvent } from '../../../../support/hub/hooks';
import { HeldStory, heldBash as bash, heldInput as input } from '../../../../support/hub/heldStory';
import { aTool } from '../../../../support/hub/story';

describe('A held request whose dialog its client does not show yet', () => {
  const held = () =>
    HeldStory.begun().after(50).says('PreToolUse', aTool('Bash', input)).holds('a');

  it('stays as long as a busy machine may take to show it', () => {
    const story = held().after(1_900);
    assert.deepEqual(story.open, ['a']);
    assert.deepEqual(story.registry('waiting').after(60_000).open, ['a']);
  });

  it('is closed if the client is still busy after two seconds', () => {
    const story = held();
    story.now = story.resolution.recheckAt ?? 0;
    assert.deepEqual([story.now - (story.facts.hook?.lastAt ?? 0), story.open], [2_000, []]);
  });
});

describe('A held request that a new hub receives before it has read the registry', () => {
  const prompt = { kind: 'prompt', text: 'Go', human: true, version: '2.1.329' } as const;
  const withOpenCall = (): HeldStory =>
    new HeldStory().line(prompt).called('Bash', input).after(50);

  it('stays open although the transcript alone shows an ended session', () => {
    withOpenCall().is('delivered', 'session_ended', 'Session closed', 'jsonl');
    const story = withOpenCall().holds('a');
    assert.deepEqual(story.open, ['a']);
    story.is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
    assert.deepEqual(story.after(300).registry('waiting').open, ['a']);
  });

  it('is closed with its client, and does not keep its session open once its call has ended', () => {
    assert.deepEqual(withOpenCall().holds('a').registry('waiting').gone('killed').open, []);
    withOpenCall()
      .holds('a')
      .releases('a')
      .is('delivered', 'session_ended', 'Session closed', 'jsonl');
  });
});

describe('A held request of the main agent whose dialog its client shows', () => {
  const shown = (story = HeldStory.begun().after(50).says('PreToolUse', aTool('Bash', input))) =>
    story.after(50).holds('true').after(100).registry('waiting');

  it('is closed with its tool use although the client shows its next dialog at once', () => {
    const story = shown().after(2_000).says('PostToolUse', aTool('Bash', input));
    assert.deepEqual(story.open, ['true']);
    assert.deepEqual(story.after(10).result('Bash').open, []);
  });

  for (const [title, story] of [
    ['came late', shown(HeldStory.begun()).says('PreToolUse', aTool('Bash', input))],
    ['never came', shown(HeldStory.begun())],
  ] as const) {
    it(`is closed with its tool use although the hook of its start ${title}`, () => {
      story.after(2_000).says('PostToolUse', aTool('Bash', input)).after(10).result('Bash');
      assert.deepEqual(story.open, []);
    });
  }

  it('stays if a hook gave it the tool use of an earlier call', () => {
    const story = HeldStory.begun().after(50).says('PreToolUse', aTool('Bash', input));
    const forged = aTool('Bash', input, { tool_use_id: 'toolu_Read' });
    shown(story.says('PreToolUse', forged));
    assert.deepEqual(story.after(1_000).open, ['true']);
    assert.deepEqual(story.says('PostToolUse', forged).open, ['true']);
  });

  it('stays if hooks gave it another call of its message that already has its result', () => {
    const story = HeldStory.begun().called('Read', {}, 'toolu_slow');
    const forged = aTool('Bash', input, { tool_use_id: 'toolu_slow' });
    shown(story.after(50).says('PreToolUse', forged))
      .after(100)
      .result('Read', false, 'toolu_slow');
    assert.deepEqual(story.after(1_000).open, ['true']);
    assert.deepEqual(story.says('PostToolUse', forged).open, ['true']);
  });

  it('stays if a hook that ends it names an earlier call', () => {
    const forged = aTool('Bash', input, { tool_use_id: 'toolu_Read' });
    const story = shown(HeldStory.begun()).after(1_000).says('PostToolUse', forged);
    assert.deepEqual(story.open, ['true']);
  });

  it('stays if a hook sent the same request before with an old time', () => {
    const story = HeldStory.begun();
    const before = aHookEvent(story.now - 5_000, 'PermissionRequest', bash);
    shown(story.apply(before));
    assert.deepEqual(story.after(1_000).open, ['true']);
  });

  it('stays if a hook sends the same request again and another hook ends the first', () => {
    const story = shown().after(100);
    story.says('PermissionRequest', { ...bash, tool_use_id: 'toolu_other' });
    story.says('PostToolUse', aTool('Bash', input)).after(1_000);
    assert.deepEqual(story.open, ['true']);
  });

  it('stays if many others are held and ended after it', () => {
    const story = shown().after(100).says('PostToolUse', aTool('Bash', input));
    for (let count = 0; count < 30; count += 1) {
      const forged = aTool('Bash', { command: String(count) });
      story.after(1).holds(`forged ${count}`, forged).releases(`forged ${count}`);
      story.says('PostToolUse', forged);
    }
    assert.deepEqual(story.open, ['true']);
  });
});
