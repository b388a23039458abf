import type { LiveSession, StreamEvent } from '../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../src/shared/words/stateLabels';
import { Random } from '../random';
import { aPendingRequest, aSession, aSubagent, aSummary, secondsAgo } from '../sessionBuilder';

const states = {
  needs_you: [
    'needs_permission',
    'awaiting_input',
    'error',
    'awaiting_approval',
    'blocked_by_auto_mode',
    'idle',
    'interrupted',
    'unknown_to_us',
  ],
  autonomous: ['acting', 'thinking', 'sleeping', 'waiting_for_agent'],
  delivered: ['task_complete', 'session_ended', 'archived', 'failed'],
} as const;

const groups = ['needs_you', 'autonomous', 'delivered'] as const;

/** Number of different sessions, so that most events change one that is there. */
const sessionCount = 40;

/** Random events of a board's stream; the same seed repeats them. */
export class RandomSessions {
  private readonly random: Random;

  constructor(seed: string) {
    this.random = new Random(seed);
  }

  /** The next event for a board with these sessions. */
  event(sessions: readonly LiveSession[]): StreamEvent {
    const summary = aSummary(sessions);
    switch (this.random.between(0, 19)) {
      case 0: {
        const count = this.random.between(0, sessionCount);
        const ids = [...Array(count).keys()];
        return { type: 'snapshot', data: { sessions: ids.map((id) => this.session(id)), summary } };
      }
      case 1:
      case 2:
        return { type: 'summary', data: summary };
      case 3:
      case 4:
      case 5:
        return {
          type: 'removed',
          data: sessions.length === 0 ? [] : [this.of(sessions).sessionId],
        };
      default: {
        const first = this.random.between(0, sessionCount - 1);
        const data = this.chance() ? [first] : [first, (first + 7) % sessionCount];
        return { type: 'sessions', data: data.map((id) => this.session(id)) };
      }
    }
  }

  private session(id: number): LiveSession {
    const group = this.of(groups);
    const state = this.of<string>(states[group]);
    const machine =
      id % 5 === 0 ? { id: `m000000000000000${id % 3}`, name: `box ${id % 3}` } : undefined;
    const asks = state === 'needs_permission';
    return aSession({
      sessionId: machine === undefined ? `session-${id}` : `${machine.id}~session-${id}`,
      title: this.chance() ? `Session ${id}` : `Fix \u001B[31mit\u202E, ${id}\nnow`,
      projectName: this.of(['shop', 'billing', 'docs']),
      stateSince: secondsAgo(this.random.between(0, 400) * 10),
      startedAt: secondsAgo(this.random.between(400, 800) * 10),
      agentState: { group, state, label: this.label(state) },
      subagents: this.chance() ? [] : [aSubagent({ agentId: `agent-${id}` })],
      ...(this.chance() && { pinned: true }),
      ...(this.chance() && { unseen: true }),
      ...(asks && { pendingRequest: aPendingRequest() }),
      ...(machine && { machine: { ...machine, ...(this.chance() && { away: secondsAgo(60) }) } }),
      ...(this.chance() && {
        display: {
          layer: 'software',
          label: stateLabel('asIs', `Opened PR #${id}`),
          badges: [{ text: stateLabel('asIs', 'Tests failing'), tone: 'red' as const }],
          urgency: this.of([-1, 0, 1] as const),
        },
      }),
    });
  }

  private label(state: string) {
    switch (state) {
      case 'needs_permission':
        return stateLabel('permission', 'Bash');
      case 'idle':
        return stateLabel('idle');
      case 'acting':
        return stateLabel('running', 'Bash');
      default:
        return stateLabel('asIs', state);
    }
  }

  private chance(): boolean {
    return this.random.next() < 0.3;
  }

  private of<Item>(items: readonly Item[]): Item {
    const item = items[this.random.between(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  }
}
