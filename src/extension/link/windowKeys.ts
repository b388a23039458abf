import type { AskingKey, KeysNews } from '../../shared/protocol/keys';
import type { RunnerKey } from '../../shared/protocol/runner';
import type { EditorKeys } from '../util/keys/editorKeys';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import { hubName } from '../util/hub/provingKey';
import { newRunnerKey } from '../util/keys/runnerKey';
import { codeProof, keyName, keyCode } from '../util/keys/signing';
import type { HubClient } from './hubClient';

/** An editor that asks to be trusted, and the code that it also shows. */
export interface EditorAskingForTrust extends AskingKey {
  readonly code: string;
}

export interface WindowKeysParts {
  readonly keys: EditorKeys;
  readonly hub: HubClient<'window'>;
  /** Called when an editor asks for trust or was accepted: this window's hub may need more keys. */
  readonly onAsked: () => void;
}

/** Tracks whether the hub trusts this editor's signatures, and lets a person accept more editors. */
export class WindowKeys implements Disposable {
  private readonly changes = new Emitter<void>();
  /**
   * Fires when the hub starts or stops trusting this window's key, or when the editors that ask for
   * trust change.
   */
  readonly onDidChange = this.changes.event;
  private news: KeysNews | undefined;
  private isUnknownToHub = false;
  private shownCode: string | undefined;

  constructor(private readonly parts: WindowKeysParts) {}

  /** True if the hub has reported that it does not know this editor's key. */
  get isUntrusted(): boolean {
    return this.isUnknownToHub;
  }

  /** The code that this editor shows while it asks for trust. */
  get ownCode(): string | undefined {
    return this.shownCode;
  }

  /** True if the hub's terminal shows a code that a person can type here. */
  get hasCode(): boolean {
    return this.news?.hasCode ?? false;
  }

  /** Editors that ask for trust; empty in a window that is not trusted itself. */
  get askingEditors(): readonly EditorAskingForTrust[] {
    if (this.isUnknownToHub) return [];
    const asking = this.news?.asking ?? [];
    return asking.map((one) => ({ ...one, code: keyCode(one.publicKey) }));
  }

  onHubGone(): void {
    this.news = undefined;
  }

  receive(news: KeysNews): void {
    this.news = news;
    if (news.asking.length > 0) this.parts.onAsked();
    void this.applyNews(news);
  }

  /**
   * Asks the hub for trust and settles with the code that the other window shows. Rejects with an
   * error to show.
   */
  async requestTrust(label: string): Promise<string> {
    const { keys, hub } = this.parts;
    const { publicKey } = await keys.signer();
    await hub.call('askForKey', { publicKey, label: label.slice(0, 200) });
    return keyCode(publicKey);
  }

  /** Asks another machine of the board for trust; `key` is the key of the connection to it. */
  async requestTrustOfMachine(key: string, label: string): Promise<string> {
    const { keys, hub } = this.parts;
    const { publicKey } = await keys.signer();
    await hub.call('askMachine', { key, publicKey, label: label.slice(0, 200) });
    return keyCode(publicKey);
  }

  /** Sends a proof of the code that the hub's terminal shows. Rejects as `requestTrust` does. */
  async giveCode(code: string): Promise<void> {
    const { keys, hub } = this.parts;
    const { publicKey } = await keys.signer();
    const proof = codeProof(code, hubName(hub.reachable.token), publicKey);
    await hub.call('giveCode', { publicKey, proof });
  }

  /** Creates the key of a runner that this window is about to start. Rejects without a hub. */
  async runnerKey(sessionId: string): Promise<RunnerKey> {
    const { keys, hub } = this.parts;
    return newRunnerKey(await keys.signer(), hubName(hub.reachable.token), sessionId);
  }

  /** Accepts an editor after a person has compared the code. Rejects as `requestTrust` does. */
  async accept(publicKey: string): Promise<void> {
    await this.parts.keys.accept(publicKey);
    this.parts.onAsked();
    await this.parts.hub.call('acceptKey', { publicKey });
  }

  /** Refuses an editor that asks for trust. Rejects as `requestTrust` does. */
  refuse(publicKey: string): Promise<void> {
    return this.parts.hub.call('refuseKey', { publicKey });
  }

  dispose(): void {
    this.changes.dispose();
  }

  private async applyNews(news: KeysNews): Promise<void> {
    const { keys } = this.parts;
    // The hub has no keys yet: the window that started it is about to send them.
    if (news.known.length === 0 && !news.hasCode) return;
    const isKnown = (publicKey: string): boolean => news.known.includes(keyName(publicKey));
    let { publicKey } = await keys.signer();
    if (!isKnown(publicKey)) ({ publicKey } = await keys.readSignerAgain());
    if (news !== this.news) return;
    this.isUnknownToHub = !isKnown(publicKey);
    const isAsking = news.asking.some((one) => one.publicKey === publicKey);
    this.shownCode = this.isUnknownToHub && isAsking ? keyCode(publicKey) : undefined;
    this.changes.fire();
  }
}
