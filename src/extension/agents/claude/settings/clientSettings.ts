import * as path from 'node:path';
import { placesIn, settingsIn } from '../home/places';
import { isOfProgram } from '../names/entrypoints';
import { parseObject } from '../entry/json';
import { managedFiles } from './managedFiles';
import { readOrdinary } from '../../../util/files/readOrdinary';
import type { Disposable } from '../../../util/lifetime';
import { dialogSettings } from '../../../hub/domain/facts/dialogs/dialogSettings';
import type {
  DomainEvent,
  HookEvent,
  HookMoment,
  ProcessSeenEvent,
} from '../../../hub/domain/facts/event';

export interface ClientSettingsParts {
  readonly configHome: string;
  /** The folder that a session works in; undefined where it is not known. */
  readonly folderOf: (sessionId: string) => string | undefined;
  readonly emit: (event: DomainEvent) => void;
  /** The client's system-wide folder, where it is not the platform's own. */
  readonly systemFolder?: string;
}

/** A larger file is none that a person writes, in bytes. */
const maxBytes = 4 * 1024 * 1024;

/** Hooks at which settings are read: a change counts from the next dialog on, and an open one stays as it is. */
const telling: ReadonlySet<HookMoment | undefined> = new Set([
  'prompt',
  'request',
  'settingsChange',
] as const);

/**
 * True where the session's next dialog is near, or is there. A busy client without a terminal is near one
 * as well: whether its request is held at all depends on the settings, and a hub that began in the middle
 * of its turn has had no hook of it.
 */
export function isNearDialog(event: DomainEvent): event is HookEvent | ProcessSeenEvent {
  if (event.type === 'hook') return telling.has(event.report.moment);
  if (event.type !== 'processSeen') return false;
  const { status, entrypoint } = event.process;
  return status === 'waiting' || (status === 'busy' && isOfProgram(entrypoint));
}

/** Reads the client's settings files when a session's next dialog is near, and tells how it will end. */
export class ClientSettings implements Disposable {
  private isDisposed = false;
  /** Sessions whose settings are being read; true where they have to be read once more after that. */
  private readonly reading = new Map<string, boolean>();

  constructor(private readonly parts: ClientSettingsParts) {}

  readonly take = (event: DomainEvent): void => {
    if (!isNearDialog(event)) return;
    const told = event.type === 'hook' ? event.report : event.process;
    void this.readInTurn(event.sessionId, told.cwd);
  };

  dispose(): void {
    this.isDisposed = true;
  }

  /** Reads of one session never overlap: an older result must not arrive after a newer one. */
  private async readInTurn(sessionId: string, cwd: string | undefined): Promise<void> {
    if (this.reading.has(sessionId)) return void this.reading.set(sessionId, true);
    try {
      do {
        this.reading.set(sessionId, false);
        await this.read(sessionId, this.parts.folderOf(sessionId) ?? cwd);
      } while (this.reading.get(sessionId) === true && !this.isDisposed);
    } finally {
      this.reading.delete(sessionId);
    }
  }

  private async read(sessionId: string, folder: string | undefined): Promise<void> {
    const { configHome, systemFolder, emit } = this.parts;
    const ofProject = folder === undefined || !path.isAbsolute(folder) ? [] : settingsIn(folder);
    const { platform } = process;
    const managed = await managedFiles({ platform, configHome, folder: systemFolder });
    const [user, ...others] = await Promise.all(
      [placesIn(configHome).settings, ...ofProject, ...managed].map(objectIn),
    );
    const settings = dialogSettings({ user, others });
    if (this.isDisposed) return;
    emit({ type: 'dialogSettings', sessionId, at: Date.now(), settings });
  }
}

/** Undefined for a file that is not there, or is no object. */
async function objectIn(file: string): Promise<unknown> {
  const bytes = await readOrdinary(file, maxBytes).catch(() => undefined);
  return bytes && parseObject(bytes.toString('utf8').replace(/^\uFEFF/, ''));
}
