import { mock } from 'node:test';
import { Pusher, type PushOrder } from '../../../src/extension/hub/phone/push/pusher';
import { CallingHub } from './callingHub';
import { StoryLosses } from './storyLosses';
import { StoryPhones } from './storyPhones';
import { StorySessions } from './storySessions';
import { StoryStage } from './storyStage';
import { StoryWindows } from './storyWindows';

type Step = () => Promise<void> | void;

/** A random day of sessions and people, which logs who is notified and when. */
class CallStory {
  private readonly stage: StoryStage;
  private readonly sessions: StorySessions;
  private readonly losses: StoryLosses;
  private readonly windows: StoryWindows;
  private readonly phones: StoryPhones;

  constructor(seed: string) {
    this.stage = new StoryStage(seed);
    this.sessions = new StorySessions(this.stage);
    this.losses = new StoryLosses(this.stage);
    this.windows = new StoryWindows(this.stage);
    this.phones = new StoryPhones(this.stage);
  }

  async play(steps: number): Promise<string> {
    const { stage, sessions, windows, phones } = this;
    mock.method(Pusher.prototype, 'push', (order: PushOrder) => phones.push(order));
    try {
      for (const id of stage.sessionIds) sessions.turn(id, 'works');
      await this.start();
      for (const id of stage.windowIds) windows.connect(id);
      for (let step = 0; step < steps; step += 1) {
        await stage.clock.go(this.pause());
        windows.wake();
        await stage.oneOf(this.steps)();
      }
      await stage.clock.go(30 * 60_000);
      await stage.hub.close();
    } finally {
      stage.clock.restore();
    }
    return stage.text;
  }

  /** All steps; the frequent ones are listed three times. */
  private get steps(): readonly Step[] {
    const { stage, sessions, losses, windows, phones } = this;
    const often: readonly Step[] = [
      () => sessions.become(stage.session, 'asks'),
      () => sessions.become(stage.session, 'asks'),
      () => sessions.become(stage.session, 'works'),
      () => sessions.become(stage.session, 'idles'),
      () => sessions.answer(),
      () => sessions.answer(),
      () => windows.focus(stage.window),
      () => windows.show(stage.window),
      () => losses.lose(1),
      () => this.loseWork(),
      () => this.answerSoon(),
      () => windows.react(),
    ];
    const seldom: readonly Step[] = [
      () => {
        const state = stage.oneOf(['fails', 'stops', 'compacts', 'sleeps', 'delivers'] as const);
        sessions.become(stage.session, state);
      },
      () => sessions.leave(stage.session),
      () => sessions.limit(),
      async () => {
        if (stage.random.next() < 0.5) return;
        await phones.setSettings(stage.oneOf([0, 1]), false);
        await sessions.burst();
      },
      () => losses.lose(stage.random.between(2, 4)),
      () => losses.regain(),
      () => losses.regain(),
      () => losses.dismiss(),
      () => losses.grow(),
      () => windows.limit(stage.window),
      () => windows.toggle(stage.window),
      () => windows.mute(),
      () => windows.mute(),
      () => windows.unmute(),
      () => phones.setSettings(stage.oneOf([0, 3, 10, 10, 90]), stage.oneOf([true, false])),
      () => phones.subscribe(stage.phone),
      () => phones.serve(),
      () => sessions.moveMachine(),
      () => this.restart(),
    ];
    return [...often, ...often, ...often, ...seldom];
  }

  /**
   * Loses work, then restores, dismisses, extends, views or mutes the loss while notifications are
   * pending.
   */
  private async loseWork(): Promise<void> {
    const { stage, losses, windows } = this;
    losses.lose(stage.random.between(1, 2));
    await stage.clock.go(stage.random.between(100, 2_500));
    losses.lose(1);
    await stage.clock.go(stage.oneOf([1_500, stage.random.between(100, 12_000)]));
    await stage.oneOf<Step>([
      () => losses.regain(),
      () => losses.dismiss(),
      () => losses.grow(),
      () => windows.attend(stage.window, losses.lastOwner),
      () => windows.muteSession(losses.lastOwner),
      async () => {
        await this.restart();
        losses.grow();
      },
    ])();
  }

  /**
   * A session asks and is answered within seconds, or is removed and asks again; windows may hang.
   */
  private async answerSoon(): Promise<void> {
    const { stage, sessions, windows } = this;
    const id = stage.session;
    if (stage.random.next() < 0.6) windows.hang();
    sessions.become(id, 'asks');
    await stage.clock.go(stage.random.between(500, 3_900));
    if (stage.random.next() < 0.5) return sessions.become(id, 'works');
    sessions.leave(id);
    sessions.become(id, 'asks');
  }

  private pause(): number {
    const { random } = this.stage;
    const chance = random.next();
    if (chance < 0.55) return random.between(1, 2_500);
    if (chance < 0.9) return random.between(2_500, 25_000);
    if (chance < 0.99) return random.between(25_000, 100_000);
    return random.between(100_000, 20 * 60_000);
  }

  private async start(): Promise<void> {
    const { stage, sessions, losses, windows, phones } = this;
    stage.note('a hub starts');
    stage.hub = await CallingHub.start({
      folder: stage.folder,
      sessions: () => sessions.all,
      devices: phones.devices,
      send: windows.send,
      isBack: (top) => losses.isBack(top),
    });
  }

  /** Replaces the hub while sessions continue. */
  private async restart(): Promise<void> {
    const { stage, sessions, windows } = this;
    await stage.hub.close();
    stage.note('the hub has ended');
    for (const id of [stage.session, stage.session]) {
      sessions.turn(id, stage.oneOf(['asks', 'works'] as const));
    }
    await stage.clock.go(stage.random.between(1, 20_000));
    await this.start();
    const isRead = stage.random.next() < 0.5;
    if (isRead) await sessions.read();
    await windows.reconnect();
    if (!isRead) await sessions.read();
  }
}

/** Plays the story of a seed; returns its log of events and notifications, line by line. */
export function callStory(seed: string, steps: number): Promise<string> {
  return new CallStory(seed).play(steps);
}
