import type { ControlOffer, ControlWish } from '../../../shared/protocol/control';
import { isInFolder } from '../../../shared/board/folders';
import { Connections } from '../../util/connections';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';

/** A window that reloads, or that follows another hub, is back within this, in ms. */
const returnMs = 5_000;

/**
 * `on`: a connected window offers to answer. `soon`: none does, but one may be on its way: the hub
 * has just begun, or a window was lost a moment ago. `off`: nobody would answer.
 */
export type ControlAvailability = 'on' | 'soon' | 'off';

/** Keeps which windows are connected, and where a person may answer requests in them. */
export class ControlOffers implements Disposable {
  private readonly connections = new Connections();
  private readonly offers = new Map<string, ControlOffer>();
  /** Windows whose offer nobody signed. */
  private readonly desks = new Set<string>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  private waiting: NodeJS.Timeout | undefined;
  /** The last wish of any window: a person sets it for all of them. */
  private told: ControlWish = {
    enabled: true,
    disabledProjects: [],
  };

  constructor() {
    this.awaitWindows();
  }

  /** A stream of the window has begun. */
  connect(window: string): void {
    this.connections.add(window);
  }

  /** A stream of the window has ended; with its last one its offer goes. */
  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    const offer = this.offers.get(window);
    this.desks.delete(window);
    if (!this.offers.delete(window)) return;
    if (offer?.enabled === true) this.awaitWindows();
    this.changes.fire();
  }

  /** False for a window that has no stream, and where a desk names a window that has signed its offer. */
  set(offer: ControlOffer, isDesk = false): boolean {
    const { window } = offer;
    if (!this.connections.has(window)) return false;
    if (isDesk && this.offers.has(window) && !this.desks.has(window)) return false;
    if (isDesk) this.desks.add(window);
    else this.desks.delete(window);
    this.offers.set(window, offer);
    this.changes.fire();
    return true;
  }

  /** The last wish of any window, which phones follow; before a window came, everything is allowed. */
  get latest(): ControlWish {
    return this.told;
  }

  of(window: string): ControlOffer | undefined {
    return this.offers.get(window);
  }

  /** Notes what a window offers; it outlives the window. */
  follow({ enabled, disabledProjects }: ControlWish): void {
    this.told = { enabled, disabledProjects };
  }

  /** Whether requests of a session in that folder can be answered somewhere. */
  stateOf(project: string): ControlAvailability {
    for (const offer of this.offers.values()) if (covers(offer, project)) return 'on';
    const all = this.offers.size > 0 && this.offers.size === this.connections.size;
    return this.waiting === undefined || all ? 'off' : 'soon';
  }

  /** The window's name, where it offers control of sessions in that folder. */
  offeredBy(window: string, project: string): { readonly label: string } | undefined {
    const offer = this.offers.get(window);
    return offer !== undefined && covers(offer, project) ? offer : undefined;
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.changes.dispose();
  }

  private awaitWindows(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      this.changes.fire();
    }, returnMs);
    this.waiting.unref();
  }
}

function covers({ enabled, disabledProjects }: ControlOffer, project: string): boolean {
  return enabled && !disabledProjects.some((folder) => isInFolder(folder, project));
}
