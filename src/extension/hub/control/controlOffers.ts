import { wishOf, type ControlOffer, type ControlWish } from '../../../shared/protocol/control';
import { isInFolder } from '../../../shared/board/folders';
import { Connections } from '../../util/connections';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { afterRunning } from '../../util/runningTime';
import { SharedSetting } from '../../util/sharedSetting';

/** Time, in ms, within which a window that reloads on a busy machine is back. */
const defaultReturnMs = 20_000;

/**
 * `on`: a connected window offers to answer. `soon`: none does, but one may be about to connect,
 * since the hub has just started or just lost a window. `off`: nobody would answer.
 */
export type ControlAvailability = 'on' | 'soon' | 'off';

/**
 * Tracks the connected windows and the requests that a person may answer in them. The `window` of
 * an offer is the secret key of its stream, because an id alone, which others may know, must not
 * make an offer.
 */
export class ControlOffers implements Disposable {
  private readonly connections = new Connections();
  /** Ids of the windows, by the keys of their streams. */
  private readonly ids = new Map<string, string>();
  private readonly offers = new Map<string, ControlOffer>();
  /** Streams whose offer is unsigned. */
  private readonly desks = new Set<string>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  /** True until windows can connect to the hub, and after that while a window may be about to. */
  private isAwaited = true;
  private endWaiting: () => void = () => undefined;
  private isDisposed = false;
  private readonly settings = new SharedSetting<ControlWish>(
    { enabled: true, disabledProjects: [] },
    ({ enabled, disabledProjects }) => enabled && disabledProjects.length === 0,
  );

  constructor(private readonly returnMs = defaultReturnMs) {}

  /** Called when windows can connect to the hub; before that no window can be late. */
  open(): void {
    this.awaitWindows();
  }

  /** Called when a window opens a stream. */
  connect(window: string, id = window): void {
    this.connections.add(window);
    this.ids.set(window, id);
  }

  /** Called when a stream of a window ends; the last one ends its offer. */
  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    const offer = this.offers.get(window);
    this.ids.delete(window);
    this.desks.delete(window);
    this.settings.leave(window);
    if (!this.offers.delete(window)) return;
    if (offer?.enabled === true) this.awaitWindows();
    this.changes.fire();
  }

  /**
   * Applies a window's offer and its settings for phones and other machines. False for a window
   * without a stream.
   */
  acceptWithSettings(offer: ControlOffer): boolean {
    if (!this.connections.has(offer.window)) return false;
    this.settings.apply(offer.window, wishOf(offer));
    return this.acceptOffer(offer);
  }

  /**
   * Applies only the offer. False for a window without a stream, and if a desk names a window that
   * has signed its offer.
   */
  acceptOffer(offer: ControlOffer, isDesk = false): boolean {
    const { window } = offer;
    if (!this.connections.has(window)) return false;
    if (isDesk && this.streamsOfWindow(this.idOf(window)).some((one) => this.isSigned(one)))
      return false;
    if (isDesk) this.desks.add(window);
    else this.desks.delete(window);
    this.offers.set(window, offer);
    this.changes.fire();
    return true;
  }

  /**
   * The settings of the person at the windows, which also apply to phones; before a window
   * connects, everything is allowed.
   */
  get latest(): ControlWish {
    return this.settings.value;
  }

  /** The settings for hubs of other machines: disabled while nobody could answer here. */
  get present(): ControlWish {
    const { enabled, disabledProjects } = this.latest;
    const isSomebody = this.isAwaited || [...this.offers.values()].some((offer) => offer.enabled);
    return { enabled: enabled && isSomebody, disabledProjects };
  }

  get(window: string): ControlOffer | undefined {
    return this.offers.get(window);
  }

  /** Sets the settings that apply until a window sends its own. */
  setInitial(wish: ControlWish): void {
    this.settings.setInitial(wish);
  }

  /** Where requests of sessions in that folder can be answered. */
  stateOf(project: string): ControlAvailability {
    for (const offer of this.offers.values()) if (covers(offer, project)) return 'on';
    // A connected window in an untrusted workspace offers nothing, but windows that reload may
    // still offer.
    return this.isAwaited && covers(this.latest, project) ? 'soon' : 'off';
  }

  /** The offer of the window with that id, if it covers sessions in that folder. */
  findOfferOfWindow(id: string, project: string): { readonly label: string } | undefined {
    const named = this.streamsOfWindow(id);
    const signed = named.filter((one) => this.isSigned(one));
    return (signed.length > 0 ? signed : named)
      .map((one) => this.findOfferOfStream(one, project))
      .find((offer) => offer !== undefined);
  }

  /**
   * The offer of a stream, if it covers sessions in that folder; an unsigned one is valid for its
   * own stream only.
   */
  findOfferOfStream(window: string, project: string): { readonly label: string } | undefined {
    const offer = this.offers.get(window);
    return offer !== undefined && covers(offer, project) ? offer : undefined;
  }

  /** True if the offer of that stream is signed. Desks of other machines offer with the token alone. */
  isSigned(window: string): boolean {
    return this.offers.has(window) && !this.desks.has(window);
  }

  dispose(): void {
    this.isDisposed = true;
    this.endWaiting();
    this.changes.dispose();
  }

  private idOf(window: string): string {
    return this.ids.get(window) ?? window;
  }

  /** Keys of the streams on which a window offers. */
  private streamsOfWindow(id: string): readonly string[] {
    return [...this.offers.keys()].filter((one) => this.idOf(one) === id);
  }

  private awaitWindows(): void {
    this.endWaiting();
    if (this.isDisposed) return; // The hub's streams may end after this was disposed.
    this.isAwaited = true;
    this.endWaiting = afterRunning(this.returnMs, () => {
      this.isAwaited = false;
      this.changes.fire();
    });
  }
}

function covers({ enabled, disabledProjects }: ControlWish, project: string): boolean {
  return enabled && !disabledProjects.some((folder) => isInFolder(folder, project));
}
