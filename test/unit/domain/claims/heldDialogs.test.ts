import assert from 'node:assert/strict';
import type { HookPayload } from '../../../../src/extension/hub/domain/facts/event';
import { aHookEvent } from '../../../support/hub/hooks';
import { aRequest, aTool, pid, Story } from '../../../support/hub/story';

const input = { command: 'npm test' };
const bash = aRequest('Bash', input);

/** A story whose client keeps a status; hooks may be anybody's. */
class HeldStory extends Story {
  /** Ids of the calls that the hub holds now. */
  readonly calls: string[] = [];

  static begun(): HeldStory {
    const story = new HeldStory();
    story.registry('busy').after(100).prompted('Go').after(100);
    return story.after(900).called('Read').after(50).result('Read').after(50).called('Bash', input);
  }

  /** The hub holds the call of a request from now on. */
  holds(callId: string, fields = bash): this {
    const heldCalls = [...this.calls];
    this.calls.push(callId);
    return this.apply({
      ...aHookEvent(this.now, 'PermissionRequest', fields, pid),
      callId,
      heldCalls,
    });
  }

  says(event: string, fields: Partial<HookPayload> = {}): this {
    return this.apply({ ...aHookEvent(this.now, event, fields), heldCalls: [...this.calls] });
  }

  releases(callId: string): this {
    this.calls.splice(this.calls.indexOf(callId), 1);
    const { sessionId } = this.facts;
    return this.apply({ type: 'released', sessionId, callId, at: this.now });
  }

  get open(): readonly string[] {
    return this.meaning.calls.ids;
  }
}

describe('A held request whose dialog its client does not show yet', () => {
  const held = () =>
    HeldStory.begun().after(50).says('PreToolUse', aTool('Bash', input)).holds('a');

  it('stays as long as a busy machine may take to show it', () => {
    const story = held().after(1_900);
    assert.deepEqual(story.open, ['a']);
    assert.deepEqual(story.registry('waiting').after(60_000).open, ['a']);
  });

  it('is over where the client is busy all the same after two seconds', () => {
    const story = held();
    story.now = story.resolution.recheckAt ?? 0;
    assert.deepEqual([story.now - (story.facts.hook?.lastAt ?? 0), story.open], [2_000, []]);
  });
});

describe('A held request of the main agent whose dialog its client shows', () => {
  const shown = (story = HeldStory.begun().after(50).says('PreToolUse', aTool('Bash', input))) =>
    story.after(50).holds('true').after(100).registry('waiting');

  it('is over with its tool use, though the client shows its next dialog at once', () => {
    const story = shown().after(2_000).says('PostToolUse', aTool('Bash', input));
    assert.deepEqual(story.open, ['true']);
    assert.deepEqual(story.after(10).result('Bash').open, []);
  });

  for (const [title, story] of [
    ['came late', shown(HeldStory.begun()).says('PreToolUse', aTool('Bash', input))],
    ['never came', shown(HeldStory.begun())],
  ] as const) {
    it(`is over with its tool use, though the hook of its beginning ${title}`, () => {
      story.after(2_000).says('PostToolUse', aTool('Bash', input)).after(10).result('Bash');
      assert.deepEqual(story.open, []);
    });
  }

  it('stays where a hook gave it the tool use of an earlier call', () => {
    const story = HeldStory.begun().after(50).says('PreToolUse', aTool('Bash', input));
    const forged = aTool('Bash', input, { tool_use_id: 'toolu_Read' });
    shown(story.says('PreToolUse', forged));
    assert.deepEqual(story.after(1_000).open, ['true']);
    assert.deepEqual(story.says('PostToolUse', forged).open, ['true']);
  });

  it('stays where hooks gave it another call of its message, which has its result by then', () => {
    const story = HeldStory.begun().called('Read', {}, 'toolu_slow');
    const forged = aTool('Bash', input, { tool_use_id: 'toolu_slow' });
    shown(story.after(50).says('PreToolUse', forged))
      .after(100)
      .result('Read', false, 'toolu_slow');
    assert.deepEqual(story.after(1_000).open, ['true']);
    assert.deepEqual(story.says('PostToolUse', forged).open, ['true']);
  });

  it('stays where a hook that ends it names an earlier call', () => {
    const forged = aTool('Bash', input, { tool_use_id: 'toolu_Read' });
    const story = shown(HeldStory.begun()).after(1_000).says('PostToolUse', forged);
    assert.deepEqual(story.open, ['true']);
  });

  it('stays where a hook asked the same before, as if that had been long ago', () => {
    const story = HeldStory.begun();
    const before = aHookEvent(story.now - 5_000, 'PermissionRequest', bash);
    shown(story.apply(before));
    assert.deepEqual(story.after(1_000).open, ['true']);
  });

  it('stays where a hook asks the same again and another ends the first', () => {
    const story = shown().after(100);
    story.says('PermissionRequest', { ...bash, tool_use_id: 'toolu_other' });
    story.says('PostToolUse', aTool('Bash', input)).after(1_000);
    assert.deepEqual(story.open, ['true']);
  });

  it('stays where many others are held and ended after it', () => {
    const story = shown().after(100).says('PostToolUse', aTool('Bash', input));
    for (let count = 0; count < 30; count += 1) {
      const forged = aTool('Bash', { command: String(count) });
      story.after(1).holds(`forged ${count}`, forged).releases(`forged ${count}`);
      story.says('PostToolUse', forged);
    }
    assert.deepEqual(story.open, ['true']);
  });
});
