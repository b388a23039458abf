import type { Mute, Presence, WindowMessage } from '../../../src/shared/protocol/windows';
import { aPresence } from '../hub/aWindow';
import type { StoryStage } from './storyStage';

type StoryOrder = Extract<WindowMessage, { type: 'order' }>['data'];

interface StoryWindow {
  presence: Presence;
  reaction: 'take' | 'decline' | 'wait' | 'ignore';
  isOpen: boolean;
}

/** The editor windows of a story, and what the person mutes in them. */
export class StoryWindows {
  private readonly windows = new Map<string, StoryWindow>();

  constructor(private readonly stage: StoryStage) {}

  /** Connects the open windows to a new hub, one after the other. */
  async reconnect(): Promise<void> {
    for (const [id, { isOpen }] of this.windows) {
      if (!isOpen) continue;
      this.connect(id);
      await this.stage.clock.go(this.stage.random.between(1, 1_500));
    }
  }

  readonly send = (window: string, message: WindowMessage): void => {
    if (message.type === 'order') void this.receive(window, message.data);
  };

  private async receive(window: string, order: StoryOrder): Promise<void> {
    const { order: number, ...rest } = order;
    const text = Object.values(rest).join(' ');
    const reaction = this.windows.get(window)?.reaction ?? 'ignore';
    this.stage.noteCall(`${window} is asked: ${text} (${reaction})`);
    if (reaction === 'ignore') return;
    if (reaction === 'wait') await this.stage.clock.delay(text.length % 2 === 0 ? 1_000 : 2_000);
    const taken = reaction !== 'decline';
    const counts = await this.stage.hub.attendance.windows.answer(window, { order: number, taken });
    if (taken) this.stage.noteCall(`${window} ${counts ? 'shows' : 'is too late for'} ${text}`);
  }

  connect(id: string): void {
    const number = Number(id.slice(1));
    const known = this.windows.get(id);
    const presence = known?.presence ?? {
      ...aPresence({ since: this.stage.clock.now(), folders: number === 0 ? [] : ['/dev/shop'] }),
      terminals: this.stage.sessionIds
        .map((_, index) => 1_000 + index)
        .filter((pid) => pid % 4 === number),
    };
    this.windows.set(id, { presence, reaction: known?.reaction ?? 'take', isOpen: true });
    this.stage.hub.attendance.connect(id, id);
    this.changePresence(id, {});
  }

  private changePresence(id: string, change: Partial<Presence>): void {
    const window = this.windows.get(id);
    if (window?.isOpen !== true) return;
    window.presence = { ...window.presence, ...change };
    this.stage.hub.attendance.windows.setPresence(id, window.presence);
  }

  focus(id: string): void {
    const isFocused = this.windows.get(id)?.presence.focused === true;
    this.stage.note(isFocused ? `${id} loses the focus` : `${id} gains the focus`);
    for (const one of this.stage.windowIds)
      if (one !== id) this.changePresence(one, { focused: false });
    this.changePresence(id, { focused: !isFocused, focusedAt: this.stage.clock.now() });
  }

  show(id: string): void {
    const front = this.stage.oneOf<() => Presence['front']>([
      () => ({ sessions: [] }),
      () => ({ sessions: [this.stage.session] }),
      () => ({ sessions: [], inHand: [this.stage.session] }),
      () => ({ sessions: [], inHand: [this.stage.session] }),
      () => ({ sessions: [], cards: [this.stage.session, this.stage.session] }),
      () => ({ sessions: [], terminal: 1_000 + this.stage.random.between(0, 13) }),
      () => ({ sessions: [], board: true }),
    ])();
    this.stage.note(`${id} shows ${JSON.stringify(front)}`);
    this.changePresence(id, { front });
  }

  /** Focuses the window, with the session's card in use by the person. */
  attend(id: string, session: string): void {
    this.stage.note(`${id} has ${session} in hand`);
    for (const one of this.stage.windowIds)
      if (one !== id) this.changePresence(one, { focused: false });
    this.changePresence(id, { focused: true, front: { sessions: [], inHand: [session] } });
  }

  /** Makes all windows ignore orders. */
  hang(): void {
    this.stage.note('all windows hang');
    for (const window of this.windows.values()) window.reaction = 'ignore';
  }

  /** Changes how some windows react to orders. */
  react(): void {
    for (const [id, window] of this.windows) {
      if (this.stage.random.next() < 0.3) continue;
      window.reaction = this.stage.oneOf(['take', 'take', 'decline', 'wait', 'ignore', 'ignore']);
      this.stage.note(`${id} will ${window.reaction}`);
    }
  }

  /** Makes hanging windows accept orders again, each with a small probability. */
  wake(): void {
    for (const [id, window] of this.windows) {
      if (window.reaction === 'take' || this.stage.random.next() < 0.92) continue;
      window.reaction = 'take';
      this.stage.note(`${id} will take`);
    }
  }

  limit(id: string): void {
    const notifications = this.stage.oneOf(['off', 'blocked', 'all', 'all'] as const);
    this.stage.note(`${id} wants ${notifications}`);
    this.changePresence(id, { notifications });
  }

  toggle(id: string): void {
    const window = this.windows.get(id);
    const isGone = window?.isOpen !== true;
    this.stage.note(`${id} ${isGone ? 'connects' : 'disconnects'}`);
    if (isGone) return this.connect(id);
    window.isOpen = false;
    this.stage.hub.attendance.disconnect(id);
  }

  async mute(): Promise<void> {
    const isForGood = this.stage.random.next() < 0.1;
    const until = this.stage.clock.now() + this.stage.random.between(1, 60) * 10_000;
    const target = this.stage.oneOf<Mute>([
      { scope: 'all' },
      { scope: 'project', path: '/dev/api' },
      { scope: 'session', sessionId: this.stage.session },
      { scope: 'session', sessionId: this.stage.session },
    ]);
    const mute: Mute = isForGood ? target : { ...target, until };
    this.stage.note(`mute ${Object.values(target).join(' ')}${isForGood ? '' : ' for a while'}`);
    await this.stage.hub.attendance.mutes.set(mute, true);
  }

  async muteSession(sessionId: string): Promise<void> {
    this.stage.note(`mute session ${sessionId}`);
    await this.stage.hub.attendance.mutes.set({ scope: 'session', sessionId }, true);
  }

  async unmute(): Promise<void> {
    this.stage.note('nothing is muted');
    const { mutes } = this.stage.hub.attendance;
    for (const mute of mutes.current) await mutes.set(mute, false);
  }
}
