import { homedir } from 'node:os';
import type { FromPage, PageRequest, ToPage } from '../../../shared/messages/pageMessages';
import type { Seal } from '../../../shared/protocol/keys';
import { signedCallOf } from '../../../shared/phone/signedMessages';
import type { DecideAnswer } from '../../../shared/protocol/control';
import type { CallSaid } from '../../../shared/protocol/calls';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { PageChannel, type PageControl, type PageIntents } from '../../page/pageChannel';
import type { AttendedCards } from '../../page/attendedCards';
import type { MutedSessions } from '../../page/pageParts';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { PhoneCalls } from './phoneCalls';
import { mutingCalls, unmutingCalls } from './phoneMutes';

export interface PhonePageParts {
  /** The window that this phone stands for. */
  readonly window: string;
  readonly board: BoardModel;
  readonly control: PageControl;
  readonly muted: MutedSessions;
  /** What persons have on all phones. */
  readonly cards: AttendedCards;
  readonly calls: PhoneCalls;
  readonly post: (message: ToPage) => void;
  /** Tells the person why something was not done. */
  readonly say: (problem: string) => void;
  readonly log: Log;
}

type Reply = Parameters<PageIntents['decide']>[1];

/** The page of the board on one phone. What an editor would do for a page has no meaning there. */
export class PhonePage implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly messages = this.lifetime.add(new Emitter<unknown>());
  private readonly visibility = this.lifetime.add(new Emitter<void>());
  private readonly channel: PageChannel;
  private isVisible = true;
  /** Seal of the message that is being taken. */
  private seal: Seal | undefined;

  constructor(private readonly parts: PhonePageParts) {
    const { window, board, control, muted, cards, post, say, log } = parts;
    const isVisible = (): boolean => this.isVisible;
    this.channel = new PageChannel({
      port: {
        get visible() {
          return isVisible();
        },
        onDidChangeVisibility: this.visibility.event,
        onDidReceive: this.messages.event,
        post,
      },
      board,
      hooks: { status: 'installed', onDidChangeStatus: () => ({ dispose: () => undefined }) },
      control,
      line: muted,
      intents: this.intents(),
      hub: this.hub(),
      say,
      keep: () => undefined, // A phone keeps it itself.
      seen: (seen) => cards.take(this, { ...seen, window }),
      drafts: { all: [], take: () => undefined, onDidChange: () => ({ dispose: () => undefined }) },
      log,
      home: homedir(),
    });
    this.lifetime.add(this.channel);
  }

  /** Takes a message of the page, checked by the channel. */
  take(message: unknown, seal: Seal | undefined): void {
    this.seal = seal;
    this.messages.fire(message);
    this.seal = undefined;
  }

  show(visible: boolean): void {
    if (visible === this.isVisible) return;
    this.isVisible = visible;
    this.visibility.fire();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private hub(): Calls<PageRequest['name']> {
    const { calls } = this.parts;
    return { call: (name, said) => calls.call(name, said) as never };
  }

  private intents(): PageIntents {
    const { calls, window, board, muted } = this.parts;
    const nothing = (): void => undefined;
    return {
      decide: (message, reply) => {
        const { call } = message;
        const refuse = (problem: string): void => reply({ type: 'undecided', call, problem });
        void this.sign(message).then((answer) => {
          const { outcome } = answer as DecideAnswer;
          if (outcome === 'elsewhere') refuse(t('It was answered in its terminal first.'));
        }, told(refuse));
      },
      changePrompts: (message, reply) => {
        const { sessionId, change } = message;
        const refuse = (problem: string): void =>
          refusePrompt(reply, sessionId, 'id' in change ? change.id : undefined, problem);
        void this.sign(message).catch(told(refuse));
      },
      sessionCommand: (message) => {
        const { command, sessionId } = message;
        if (command === 'unmute') {
          return this.mute(unmutingCalls(board.get(sessionId), muted.mutes, Date.now()));
        }
        if (command !== 'interruptSession') return;
        void this.sign(message).catch(told(this.parts.say));
      },
      shown: ({ sessionId, call }) => {
        void calls.call('shown', { sessionId, call, window, place: 'card' }).catch(() => undefined); // For its trace alone.
      },
      handBack: nothing,
      showRequestDiff: nothing,
      reviewPlan: nothing,
      reviewChanges: nothing,
      openTranscript: nothing,
      openSubagentTranscript: nothing,
      muteSessions: (message) => this.mute(mutingCalls(message, (id) => board.get(id), Date.now())),
      tagSessions: nothing,
      openLink: nothing,
      seeCollision: nothing,
      savePicture: nothing,
      findSession: nothing,
      newBoardSession: nothing,
      connectPhone: nothing,
      installHooks: nothing,
      startAgain: nothing,
      askToAnswer: nothing,
      showLog: nothing,
      resumeStranded: nothing,
      leaveStranded: nothing,
    };
  }

  private mute(all: readonly CallSaid<'mute'>[]): void {
    const { calls, say } = this.parts;
    const made = Promise.all(all.map((said) => calls.call('mute', said)));
    void made.catch(told(say));
  }

  /** Makes the call of a message under the seal that came with it. Rejects with a sentence. */
  private async sign(message: FromPage): Promise<unknown> {
    const { window, board } = this.parts;
    const call = signedCallOf(message, window, board.summary.machines);
    const { seal } = this;
    if (call === undefined || seal === undefined) {
      throw new Error(t('This counts only with the signature of this phone.'));
    }
    return this.parts.calls.signed(call, seal);
  }
}

function told(refuse: (problem: string) => void): (error: unknown) => void {
  return (error) => refuse(error instanceof Error ? error.message : String(error));
}

function refusePrompt(
  reply: Reply,
  sessionId: string,
  id: string | undefined,
  problem: string,
): void {
  reply({ type: 'promptProblem', sessionId, problem, ...(id !== undefined && { id }) });
}
