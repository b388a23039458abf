import { callJson, jsonIn } from '../../../shared/text/boundedJson';
import {
  fromPhoneSchema,
  type FromPhone,
  type OwnDevice,
  type PushSubscription,
  type ToPhone,
} from '../../../shared/phone/phoneMessages';
import type { CallAnswer, PhoneCallName } from '../../../shared/protocol/calls';
import { windowOfPhone } from '../../../shared/protocol/phoneWindow';
import type { BoardModel } from '../../link/boardModel';
import type { AttendedCards } from '../../page/attendedCards';
import type { MutedSessions } from '../../page/pageParts';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { CallRouter } from '../serve/callRouter';
import { PhoneCalls } from './phoneCalls';
import type { PhoneControl } from './phoneControl';
import { PhonePage } from './phonePage';
import { answersToOldPage } from './oldPage';
import { isReviewCall, PhoneReviews } from './phoneReviews';
import { OpenReader } from './reader/openReader';
import type { SealedSocket } from './sealedSocket';

/** Dependencies that the connections of all phones share. */
export interface PhoneSources {
  /** Name of this start of the hub. */
  readonly hub: string;
  /** Name of the machine as people see it. */
  readonly machine: string;
  /** Returns the id of this computer; undefined until it is known. */
  readonly machineId?: (() => string | undefined) | undefined;
  readonly router: CallRouter;
  /** Config home, which contains the transcripts. */
  readonly configHome: string;
  readonly muted: MutedSessions;
  /** Cards that people have open on any phone. */
  readonly cards: AttendedCards;
  readonly pushKey?: string;
  readonly log: Log;
  readonly clock?: () => number;
}

export interface PhoneSessionParts extends PhoneSources {
  readonly socket: SealedSocket;
  readonly board: BoardModel;
  /** Returns the phone; undefined after it was removed. */
  readonly device: () =>
    (OwnDevice & { readonly isSubscribed: boolean; readonly isConfirmed: boolean }) | undefined;
  readonly control: PhoneControl;
  /**
   * Called for each message, which proves that the phone is present: an attacker who replays its
   * first frame cannot send one.
   */
  readonly onUse: () => void;
  /** Called with the signing key that the phone sends to introduce itself. */
  readonly onIntroduce: (signingKey: string) => void;
  readonly onSubscribe: (subscription: PushSubscription | undefined) => void;
  readonly onTestPush: () => void;
}

/** One connection of a paired phone. */
export class PhoneSession implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly reader: OpenReader;
  private readonly calls: PhoneCalls;
  private readonly reviews: PhoneReviews;
  private page: PhonePage | undefined;

  constructor(private readonly parts: PhoneSessionParts) {
    const { board, configHome, log, router, device, control } = parts;
    this.calls = new PhoneCalls(router, {
      scope: () => device()?.scope ?? 'watch',
      mayAct: () => control.mayAct,
      channel: parts.socket.name,
      window: () => windowOfPhone(device()?.id ?? ''),
      machines: () => board.summary.machines,
    });
    this.reviews = new PhoneReviews({
      calls: this.calls,
      answer: (id, outcome) => this.send({ type: 'answer', id, ...outcome }),
    });
    this.lifetime.add(this.reviews);
    this.reader = new OpenReader({
      board,
      configHome,
      readPart: (part) => this.calls.readPart(part),
      post: (target, message) => this.send({ type: 'reader', target, message }),
      log,
    });
    this.lifetime.add(this.reader);
    this.lifetime.add(parts.socket.onText((text) => this.receive(text)));
    this.welcome();
  }

  /** Sends the phone its rights: at the start, and after they changed. */
  welcome(): void {
    const { hub, machine, machineId, pushKey, clock = Date.now } = this.parts;
    const device = this.parts.device();
    if (device === undefined) return;
    const { isSubscribed, isConfirmed, ...own } = device;
    this.send({
      type: 'welcome',
      device: own,
      hub,
      now: clock(),
      machine,
      machineId: machineId?.(),
      ...(pushKey !== undefined && { pushKey }),
      isSubscribed,
      isConfirmed,
    });
  }

  send(message: ToPhone): void {
    this.parts.socket.send(JSON.stringify(message));
  }

  /** Disposes the session and closes its connection. */
  dispose(): void {
    this.lifetime.dispose();
    this.page?.dispose();
    this.parts.socket.close(this.parts.device() === undefined ? 'removed' : 'leaving');
  }

  private receive(text: string): void {
    const message = parsePhoneMessage(text);
    if (message === undefined) {
      this.parts.log.warn('A message of a phone was dropped: it is not one a phone may send.');
      for (const answer of answersToOldPage(jsonIn(text, callJson))) this.send(answer);
      return;
    }
    if (this.parts.device() === undefined) return this.dispose();
    this.parts.onUse();
    switch (message.type) {
      case 'introduce':
        this.parts.onIntroduce(message.signingKey);
        break;
      case 'page':
        this.openPage().handle(message.message);
        break;
      case 'call':
        if (isReviewCall(message)) void this.reviews.handle(message);
        else void this.makeCall(message);
        break;
      case 'leaveCall':
        this.reviews.cancel(message.id);
        break;
      case 'visible':
        this.openPage().show(message.visible);
        this.reader.show(message.visible);
        break;
      case 'reader':
        this.reader.handle(message.target, message.message);
        break;
      case 'leaveReader':
        this.reader.close();
        break;
      case 'subscribe':
        this.parts.onSubscribe(message.subscription);
        break;
      case 'testPush':
        this.parts.onTestPush();
        break;
    }
  }

  private async makeCall({ id, name, request, seal }: CallMessage): Promise<void> {
    try {
      const answer = await this.openPage().call(name, request, seal);
      // The table of calls guarantees the type of the answer.
      this.send({ type: 'answer', id, answer: answer as CallAnswer<PhoneCallName> });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.send({ type: 'answer', id, problem });
    }
  }

  private openPage(): PhonePage {
    const { board, control, muted, cards, device } = this.parts;
    return (this.page ??= new PhonePage({
      window: windowOfPhone(device()?.id ?? ''),
      board,
      control,
      muted,
      cards,
      calls: this.calls,
      post: (message) => this.send({ type: 'page', message }),
    }));
  }
}

type CallMessage = Extract<FromPhone, { readonly type: 'call' }>;

/** Parses a phone's message; undefined for an invalid one. */
export function parsePhoneMessage(text: string): FromPhone | undefined {
  const parsed = fromPhoneSchema.safeParse(jsonIn(text, callJson));
  return parsed.success ? (parsed.data as FromPhone) : undefined;
}
