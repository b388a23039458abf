import {
  mostCollections,
  mostLabelBytes,
  mostLabels,
  type GivenLabel,
  type LabelOffer,
} from '../../shared/protocol/layers/labels';
import type { LabelCollection } from '../../shared/api/missionControl';
import type { CallRepeater } from '../link/repeatedCalls';
import type { Disposable } from '../util/lifetime';
import type { Log } from '../util/log';
import { PushedCollection } from './pushedCollection';

/** Time in ms in which changes are collected, so that thousands become one call. */
const collectMs = 100;
/** Large offers are sent less often: the delay in ms grows with the bytes to send. */
const bytesPerMs = 1000;

export interface LabelCollectionsParts {
  readonly repeatedCalls: CallRepeater<'offerLabels'>;
  /**
   * The canonical id of an installed extension, matched without case; undefined if it is not
   * installed.
   */
  readonly extensionOf: (id: string) => string | undefined;
  readonly log: Log;
}

interface Owned {
  readonly collection: PushedCollection;
  readonly extension: string;
}

/** All labels that extensions set in this window; sent to the hub together. */
export class LabelCollections implements Disposable {
  private readonly owned = new Map<string, Owned>();
  private readonly loggedTexts = new Set<string>();
  private bytes = 0;
  private offerTimer: NodeJS.Timeout | undefined;
  private disposed = false;

  constructor(private readonly parts: LabelCollectionsParts) {}

  /**
   * Creates a collection. Throws if the id is not that of an installed extension, or is in use.
   * `onEnd` is called when the collection is disposed.
   */
  create(id: string, onEnd?: () => void): LabelCollection {
    const extension = this.requireExtension(id);
    if (this.owned.has(id)) {
      throw new Error(`There is a collection or layer “${id}” already: dispose it first.`);
    }
    if (this.owned.size >= mostCollections) {
      throw new Error(
        `There are ${mostCollections} collections and layers in this window already: dispose one first.`,
      );
    }
    const collection = new PushedCollection(id, {
      hasRoom: (before, bytes) => this.hasRoom(id, extension, before, bytes),
      changed: (bytes) => this.changed(bytes),
      ended: () => {
        this.owned.delete(id);
        onEnd?.();
      },
      note: (text) => this.logOnce(`${id}: ${text}`),
    });
    this.owned.set(id, { collection, extension });
    return collection;
  }

  /** Disposes collections of extensions that were uninstalled or disabled. */
  forgetGone(): void {
    for (const { collection, extension } of this.owned.values()) {
      if (this.parts.extensionOf(extension) === undefined) collection.dispose();
    }
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.offerTimer);
    for (const { collection } of this.owned.values()) collection.dispose();
  }

  private requireExtension(id: unknown): string {
    const [, wanted = ''] =
      /^([\w-]{1,100}\.[\w-]{1,100})(?:\/[\w.-]{1,60})?$/u.exec(String(id)) ?? [];
    const extension = typeof id === 'string' ? this.parts.extensionOf(wanted) : undefined;
    if (extension !== undefined) return extension;
    throw new TypeError(
      'The id has to be that of your extension, such as “acme.deploys”, or begin with it and a slash: “acme.deploys/preview”.',
    );
  }

  private hasRoom(id: string, extension: string, before: number, bytes: number): boolean {
    if (this.bytes + bytes - before > mostLabelBytes) {
      this.logOnce(
        `The extensions’ labels take ${mostLabelBytes / 1000} kB already. Labels of “${id}” are left out: clear some, or shorten them.`,
      );
      return false;
    }
    if (before > 0 || this.countOf(extension) < mostLabels) return true;
    this.logOnce(
      `${extension} holds ${mostLabels} labels already, and further ones are left out: delete some, or give them a ttlMs.`,
    );
    return false;
  }

  private countOf(extension: string): number {
    let count = 0;
    for (const one of this.owned.values()) {
      if (one.extension === extension) count += one.collection.size;
    }
    return count;
  }

  private logOnce(text: string): void {
    if (this.loggedTexts.has(text) || this.loggedTexts.size >= 1000) return;
    this.loggedTexts.add(text);
    this.parts.log.warn(text);
  }

  private changed(bytes: number): void {
    this.bytes += bytes;
    if (this.disposed) return;
    this.offerTimer ??= setTimeout(
      () => {
        this.offerTimer = undefined;
        this.parts.repeatedCalls.storeCall('offerLabels', this.offer);
      },
      Math.max(collectMs, this.bytes / bytesPerMs),
    );
  }

  private get offer(): Omit<LabelOffer, 'window'> {
    const collections = [...this.owned].flatMap(([id, { collection, extension }]) => {
      const labels: { sessionId: string; label: GivenLabel }[] = [...collection.labels];
      return labels.length === 0 ? [] : { id, extension, labels };
    });
    return { collections };
  }
}
