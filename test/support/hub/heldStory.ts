import type { HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { aHookEvent } from './hooks';
import { aRequest, pid, Story } from './story';

/** Input of the call that `HeldStory` begins with. */
export const heldInput = { command: 'npm test' };
export const heldBash = aRequest('Bash', heldInput);

/**
 * A story whose client reports its status in the registry; its hooks may come from unknown
 * processes.
 */
export class HeldStory extends Story {
  /** Ids of the calls that the hub currently holds. */
  readonly calls: string[] = [];

  static begun(): HeldStory {
    const story = new HeldStory();
    story.registry('busy').after(100).prompted('Go').after(100);
    return story
      .after(900)
      .called('Read')
      .after(50)
      .result('Read')
      .after(50)
      .called('Bash', heldInput);
  }

  /** Lets the hub hold the call of a request from now on. */
  holds(callId: string, fields = heldBash): this {
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
