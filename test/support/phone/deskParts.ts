import type { EditorAddress } from '../../../src/extension/views/phone/editorAddress';
import type { PhoneDeskParts } from '../../../src/extension/views/phone/phoneDesk';
import type { KeyStatus } from '../../../src/extension/util/keys/compareKeys';
import type { PhonesNews } from '../../../src/shared/protocol/phones';
import { Emitter } from '../../../src/extension/util/emitter';

/**
 * A fake hub and editor of a desk for phones: they record the calls, and return answers set by a
 * test.
 */
export class DeskParts implements PhoneDeskParts {
  /** Calls to the hub and actions of the editor, in order. */
  readonly asked: (readonly unknown[])[] = [];
  news: PhonesNews | undefined = { devices: [] };
  address: EditorAddress | undefined;
  ownUrl = '';
  /** Message with which the hub refuses the next call. */
  refusal: string | undefined;
  confirms = true;
  standing: KeyStatus = 'vouched';
  time = Date.UTC(2030, 0, 1, 12);
  private readonly changes = new Emitter<void>();

  tell(news: PhonesNews | undefined): void {
    this.news = news;
    this.changes.fire();
  }

  readonly clock = (): number => this.time;

  get phones(): PhoneDeskParts['phones'] {
    const news = (): PhonesNews | undefined => this.news;
    return {
      get news() {
        return news();
      },
      onDidChange: this.changes.event,
      listen: () => this.ask('listen').then(() => this.news?.port ?? 47_912),
      connect: (way) => this.ask('connect', way),
      endPairing: () => this.ask('endPairing'),
      standingOf: () => this.standing,
      setScope: ({ device, signingKey }, verdict, isCompared) =>
        this.ask('judge', device, signingKey, verdict, isCompared),
      remove: (device) => this.ask('remove', device),
      testPush: (device) => this.ask('testPush', device),
    };
  }

  get editor(): PhoneDeskParts['editor'] {
    return {
      addressOf: (port) => {
        this.asked.push(['addressOf', port]);
        return Promise.resolve(this.address);
      },
      forwardsPorts: true,
      ownUrl: () => this.ownUrl,
      keepOwnUrl: (url) => {
        this.ownUrl = url;
        return Promise.resolve();
      },
      copy: (text) => this.ask('copy', text),
      open: (url) => this.ask('open', url),
      showPorts: () => this.ask('showPorts'),
      confirmRemoval: (name) => this.ask('confirm', name).then(() => this.confirms),
    };
  }

  private ask(...what: readonly unknown[]): Promise<void> {
    this.asked.push(what);
    const { refusal } = this;
    this.refusal = undefined;
    return refusal === undefined ? Promise.resolve() : Promise.reject(new Error(refusal));
  }
}
