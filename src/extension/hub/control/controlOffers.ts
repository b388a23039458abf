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
 * Keeps which windows are connected, and where a person may answer requests in them. `window` of an offer
 * is the key of the stream that it was made for: an id alone, which others may know, offers nothing.
 */
export class ControlOffers implements Disposable {
  private readonly connections = new Connections();
  /** Ids of the windows, by the keys of their streams. */
  private readonly ids = new Map<string, string>();
  private readonly offers = new Map<string, ControlOffer>();
  /** Streams whose offer nobody signed. */
  private readonly desks = new Set<string>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  /** Set until the hub can be joined, and while a window may be on its way after that. */
  private isAwaited = true;
  private endWaiting: () => void = () => undefined;
  private isDisposed = false;
  private readonly wish = new SharedSetting<ControlWish>(
    { enabled: true, disabledProjects: [] },
    ({ enabled, disabledProjects }) => enabled && disabledProjects.length === 0,
  );

  constructor(private readonly returnMs = defaultReturnMs) {}

  /** The hub can be joined from now on; until then no window can be late. */
  open(): void {
    this.awaitWindows();
  }

  /** A stream of the window has begun. */
  connect(window: string, id = window): void {
    this.connections.add(window);
    this.ids.set(window, id);
  }

  /** A stream of the window has ended; with its last one its offer goes. */
  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    const offer = this.offers.get(window);
    this.ids.delete(window);
    this.desks.delete(window);
    this.wish.leave(window);
    if (!this.offers.delete(window)) return;
    if (offer?.enabled === true) this.awaitWindows();
    this.changes.fire();
  }

  /** Takes a window's offer, and its wish for all others. False for a window that has no stream. */
  accept(offer: ControlOffer): boolean {
    if (!this.connections.has(offer.window)) return false;
    this.wish.apply(offer.window, wishOf(offer));
    return this.set(offer);
  }

  /**
   * Sets an offer without a wish. False for a window that has no stream, and where a desk names a window
   * that has signed its offer.
   */
  set(offer: ControlOffer, isDesk = false): boolean {
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

  /** The wish of the person at the windows, which phones follow; before a window came, everything is allowed. */
  get latest(): ControlWish {
    return this.wish.value;
  }

  /** The same for the hubs of other machines: nothing is wished of them while nobody would answer here. */
  get present(): ControlWish {
    const { enabled, disabledProjects } = this.latest;
    const isSomebody = this.isAwaited || [...this.offers.values()].some((offer) => offer.enabled);
    return { enabled: enabled && isSomebody, disabledProjects };
  }

  of(window: string): ControlOffer | undefined {
    return this.offers.get(window);
  }

  /** Sets the wish that holds until a window has told its own. */
  follow(wish: ControlWish): void {
    this.wish.setInitial(wish);
  }

  /** Whether requests of a session in that folder can be answered somewhere. */
  stateOf(project: string): ControlAvailability {
    for (const offer of this.offers.values()) if (covers(offer, project)) return 'on';
    // A connected window that may not answer, in an untrusted workspace, does not speak for windows that reload.
    return this.isAwaited && covers(this.latest, project) ? 'soon' : 'off';
  }

  /** The offer of the window with that id, if it is for sessions in that folder. */
  findOfferOfWindow(id: string, project: string): { readonly label: string } | undefined {
    const named = this.streamsOfWindow(id);
    const signed = named.filter((one) => this.isSigned(one));
    return (signed.length > 0 ? signed : named)
      .map((one) => this.findOfferOfStream(one, project))
      .find((offer) => offer !== undefined);
  }

  /** The offer of a stream, by its key, if it is for sessions in that folder; an unsigned one counts for its own stream alone. */
  findOfferOfStream(window: string, project: string): { readonly label: string } | undefined {
    const offer = this.offers.get(window);
    return offer !== undefined && covers(offer, project) ? offer : undefined;
  }

  /** True if a key signed the offer of that stream. Desks of other machines make theirs with the token alone. */
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
    if (this.isDisposed) return; // The streams of a hub end after it.
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
