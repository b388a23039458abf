import { wishOf, type ControlOffer, type ControlWish } from '../../../shared/protocol/control';
import { isInFolder } from '../../../shared/board/folders';
import { WindowStreams } from '../../util/windowStreams';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { afterRunning } from '../../util/runningTime';
import { SharedSetting } from '../../util/sharedSetting';

/**
 * Time, in ms, within which a window that reloads is expected to reconnect, even on a busy machine.
 */
const defaultReturnMs = 20_000;

/**
 * `on`: a connected window offers to answer. `soon`: none does, but one may be about to connect,
 * since the hub has just started or just lost a window. `off`: nobody would answer.
 */
export type ControlAvailability = 'on' | 'soon' | 'off';

/**
 * Tracks which connected windows offer to answer requests, and for which projects. An offer names
 * its window by the secret key of the window's stream, because an id alone, which others may know,
 * must not make an offer.
 */
export class ControlOffers implements Disposable {
  private readonly connections = new WindowStreams();
  /** Ids of the windows, by the keys of their streams. */
  private readonly ids = new Map<string, string>();
  private readonly offers = new Map<string, ControlOffer>();
  /** Keys of the streams whose offer is unsigned, such as those of desks on other machines. */
  private readonly unsignedStreams = new Set<string>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  /**
   * True before windows can connect to the hub, and afterwards while a window is expected to
   * connect.
   */
  private isAwaited = true;
  /** Cancels the timer that ends `isAwaited`. */
  private cancelWaiting: () => void = () => undefined;
  private isDisposed = false;
  private readonly settings = new SharedSetting<ControlWish>(
    { enabled: true, disabledProjects: [] },
    ({ enabled, disabledProjects, heldAgents = [] }) =>
      enabled && disabledProjects.length === 0 && heldAgents.length === 0,
  );

  constructor(private readonly returnMs = defaultReturnMs) {}

  /** Called when windows can connect to the hub; the time in which they are expected starts now. */
  open(): void {
    this.awaitWindows();
  }

  /** Called when a window opens a stream. */
  connect(window: string, id = window): void {
    this.connections.add(window);
    this.ids.set(window, id);
  }

  /**
   * Called when a stream of a window ends; the end of the last one withdraws the window's offer.
   */
  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    const offer = this.offers.get(window);
    this.ids.delete(window);
    this.unsignedStreams.delete(window);
    this.settings.removeWindow(window);
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
   * Applies only the offer. False for a window without a stream, and for a desk that uses the id of
   * a window with a signed offer.
   */
  acceptOffer(offer: ControlOffer, isDesk = false): boolean {
    const { window } = offer;
    if (!this.connections.has(window)) return false;
    if (isDesk && this.streamsOfWindow(this.idOf(window)).some((one) => this.isSigned(one)))
      return false;
    if (isDesk) this.unsignedStreams.add(window);
    else this.unsignedStreams.delete(window);
    this.offers.set(window, offer);
    this.changes.fire();
    return true;
  }

  /**
   * The settings of the person at the windows, which also apply to phones. Everything is allowed
   * before a window connects.
   */
  get latest(): ControlWish {
    return this.settings.value;
  }

  /** The settings for hubs of other machines: disabled while nobody could answer here. */
  get settingsForOtherMachines(): ControlWish {
    const { latest } = this;
    const canAnybodyAnswer =
      this.isAwaited || [...this.offers.values()].some((offer) => offer.enabled);
    return { ...latest, enabled: latest.enabled && canAnybodyAnswer };
  }

  get(window: string): ControlOffer | undefined {
    return this.offers.get(window);
  }

  /** Sets the settings that apply until a window sends its own. */
  setInitial(wish: ControlWish): void {
    this.settings.setInitial(wish);
  }

  /** Returns whether requests of sessions in that folder can be answered in a window. */
  stateOf(project: string): ControlAvailability {
    for (const offer of this.offers.values()) if (covers(offer, project)) return 'on';
    // Connected windows do not settle this: one in an untrusted workspace never offers, and a
    // reloading one may still offer.
    return this.isAwaited && covers(this.latest, project) ? 'soon' : 'off';
  }

  /** Returns the offer of the window with that id, if the offer covers sessions in that folder. */
  findOfferOfWindow(id: string, project: string): { readonly label: string } | undefined {
    const streams = this.streamsOfWindow(id);
    const signed = streams.filter((one) => this.isSigned(one));
    return (signed.length > 0 ? signed : streams)
      .map((one) => this.findOfferOfStream(one, project))
      .find((offer) => offer !== undefined);
  }

  /**
   * Returns the offer of a stream, if the offer covers sessions in that folder. An unsigned offer
   * is valid for its own stream only.
   */
  findOfferOfStream(window: string, project: string): { readonly label: string } | undefined {
    const offer = this.offers.get(window);
    return offer !== undefined && covers(offer, project) ? offer : undefined;
  }

  /** True if that window starts sessions in the folder: by a signed offer that covers it. */
  startsIn(window: string, folder: string): boolean {
    const isOffered = this.findOfferOfStream(window, folder) !== undefined;
    return isOffered && this.isSigned(window) && this.offers.get(window)?.starts === true;
  }

  /**
   * True if the offer of that stream is signed. Desks of other machines make theirs with the token
   * alone.
   */
  isSigned(window: string): boolean {
    return this.offers.has(window) && !this.unsignedStreams.has(window);
  }

  /** True if a connected window or phone has a signed offer for sessions in that folder. */
  isOffered(project: string): boolean {
    return [...this.offers.keys()].some(
      (one) => this.isSigned(one) && this.findOfferOfStream(one, project) !== undefined,
    );
  }

  /** True unless the person has turned control off for sessions in that folder. */
  isWanted(project: string): boolean {
    return covers(this.latest, project);
  }

  dispose(): void {
    this.isDisposed = true;
    this.cancelWaiting();
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
    this.cancelWaiting();
    if (this.isDisposed) return; // The hub's streams may end after this was disposed.
    this.isAwaited = true;
    this.cancelWaiting = afterRunning(this.returnMs, () => {
      this.isAwaited = false;
      this.changes.fire();
    });
  }
}

function covers({ enabled, disabledProjects }: ControlWish, project: string): boolean {
  return enabled && !disabledProjects.some((folder) => isInFolder(folder, project));
}
