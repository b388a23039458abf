import type { AskingKey, KeysNews, Seal } from '../../shared/keys';
import { routes } from '../../shared/protocol';
import type { SignedAct } from '../../shared/signed';
import type { EditorKeys } from '../util/editorKeys';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Log } from '../util/log';
import { codeProof, hubName, keyName, matchingCode, sealed } from '../util/signing';
import type { ReachableHub } from '../util/reachableHub';
import { postIntent, reconnecting } from './hubCalls';

/** An editor that asks to be accepted, and the code that it shows as well. */
export interface AskingEditor extends AskingKey {
  readonly code: string;
}

export interface WindowKeysParts {
  readonly keys: EditorKeys;
  /** Names this window to every hub. */
  readonly window: string;
  readonly log: Log;
  /** Somebody asks, or was accepted: a hub of this window may have to know more keys. */
  readonly onAsked: () => void;
}

/** Signs what a person does here, and knows whether the hub believes it. */
export class WindowKeys implements Disposable {
  private readonly changes = new Emitter<void>();
  /** Whether this window is a stranger, or who asks, has changed. */
  readonly onDidChange = this.changes.event;
  private hub: ReachableHub | undefined;
  private news: KeysNews | undefined;
  private stranger = false;

  constructor(private readonly parts: WindowKeysParts) {}

  /** True where the hub has said that it does not know this editor's key. */
  get isStranger(): boolean {
    return this.stranger;
  }

  /** Whether the hub's own terminal shows a code that a person can type here. */
  get hasCode(): boolean {
    return this.news?.hasCode ?? false;
  }

  /** Editors that ask; empty in a window that is a stranger itself. */
  get asking(): readonly AskingEditor[] {
    if (this.stranger) return [];
    const asking = this.news?.asking ?? [];
    return asking.map((one) => ({ ...one, code: matchingCode(one.publicKey) }));
  }

  connected(hub: ReachableHub): void {
    this.hub = hub;
  }

  lost(): void {
    this.hub = undefined;
    this.news = undefined;
  }

  receive(news: KeysNews): void {
    this.news = news;
    if (news.asking.length > 0) this.parts.onAsked();
    void this.judge(news);
  }

  /** `hub` is the one that it is sent to: a signature counts nowhere else. */
  async seal<Body extends object>(
    { token }: ReachableHub,
    act: SignedAct,
    session: string,
    body: Body,
  ): Promise<Body & { readonly seal: Seal }> {
    const signer = await this.parts.keys.signer();
    return sealed(signer, { act, hub: hubName(token), session }, body);
  }

  /** Settles with the code that the other window shows. Rejects with a sentence fit for a person. */
  async ask(label: string): Promise<string> {
    const { publicKey } = await this.parts.keys.signer();
    await postIntent(this.reachable, `${routes.keys}/ask`, {
      window: this.parts.window,
      publicKey,
      label: label.slice(0, 200),
    });
    return matchingCode(publicKey);
  }

  /** Rejects as `ask` does. */
  async giveCode(code: string): Promise<void> {
    const { publicKey } = await this.parts.keys.signer();
    const hub = this.reachable;
    const proof = codeProof(code, hubName(hub.token), publicKey);
    await postIntent(hub, `${routes.keys}/code`, { publicKey, proof });
  }

  /** A person has compared the code. Rejects as `ask` does. */
  async accept(publicKey: string): Promise<void> {
    await this.parts.keys.accept(publicKey);
    this.parts.onAsked();
    await this.say('acceptKey', 'accept', publicKey);
  }

  /** Rejects as `ask` does. */
  refuse(publicKey: string): Promise<void> {
    return this.say('refuseKey', 'refuse', publicKey);
  }

  dispose(): void {
    this.changes.dispose();
  }

  private async say(act: SignedAct, route: string, publicKey: string): Promise<void> {
    const hub = this.reachable;
    const body = await this.seal(hub, act, '', { window: this.parts.window, publicKey });
    await postIntent(hub, `${routes.keys}/${route}`, body);
  }

  private async judge(news: KeysNews): Promise<void> {
    const { keys } = this.parts;
    // The window that has started the hub is about to tell it.
    if (news.known.length === 0 && !news.hasCode) return;
    const isKnown = (publicKey: string): boolean => news.known.includes(keyName(publicKey));
    let known = isKnown((await keys.signer()).publicKey);
    if (!known) known = isKnown((await keys.again()).publicKey);
    if (news !== this.news) return;
    this.stranger = !known;
    this.changes.fire();
  }

  private get reachable(): ReachableHub {
    if (this.hub === undefined) throw new Error(reconnecting);
    return this.hub;
  }
}
