import * as path from 'node:path';
import { placesIn, settingsIn } from '../home/places';
import { isOfProgram } from '../../../../shared/agents/entrypoints';
import { parseObject } from '../../../util/json';
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
  /** The working folder of a session; undefined if unknown. */
  readonly folderOf: (sessionId: string) => string | undefined;
  readonly emit: (event: DomainEvent) => void;
  /** The client's system-wide folder, if not the platform's default. */
  readonly systemFolder?: string;
}

/** Size limit for settings files, in bytes; no person writes a larger one. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Hooks that trigger a read: changed settings apply from the next dialog on, while an open dialog
 * keeps the old ones.
 */
const triggeringMoments: ReadonlySet<HookMoment | undefined> = new Set([
  'prompt',
  'request',
  'settingsChange',
] as const);

/**
 * True if the session's next dialog is near or open. A busy client without a terminal always
 * counts: its settings decide whether its request is held, and a hub that was started in mid-turn
 * has received no hook of that turn.
 */
export function isNearDialog(event: DomainEvent): event is HookEvent | ProcessSeenEvent {
  if (event.type === 'hook') return triggeringMoments.has(event.report.moment);
  if (event.type !== 'processSeen') return false;
  const { status, entrypoint } = event.process;
  return status === 'waiting' || (status === 'busy' && isOfProgram(entrypoint));
}

/** Reads the client's settings files before a session's next dialog, and reports how the dialog will end. */
export class ClientSettings implements Disposable {
  private isDisposed = false;
  /** Sessions whose settings are being read; true if another read must follow. */
  private readonly reading = new Map<string, boolean>();

  constructor(private readonly parts: ClientSettingsParts) {}

  readonly applyEvent = (event: DomainEvent): void => {
    if (!isNearDialog(event)) return;
    const source = event.type === 'hook' ? event.report : event.process;
    void this.readInTurn(event.sessionId, source.cwd);
  };

  dispose(): void {
    this.isDisposed = true;
  }

  /** Reads of one session never overlap, so that an older result cannot arrive after a newer one. */
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
    const projectFiles = folder === undefined || !path.isAbsolute(folder) ? [] : settingsIn(folder);
    const { platform } = process;
    const managed = await managedFiles({ platform, configHome, folder: systemFolder });
    const [user, ...others] = await Promise.all(
      [placesIn(configHome).settings, ...projectFiles, ...managed].map(objectIn),
    );
    const settings = dialogSettings({ user, others });
    if (this.isDisposed) return;
    emit({ type: 'dialogSettings', sessionId, at: Date.now(), settings });
  }
}

/** The object in a settings file; undefined if there is none. */
async function objectIn(file: string): Promise<unknown> {
  const bytes = await readOrdinary(file, maxBytes).catch(() => undefined);
  return bytes && parseObject(bytes.toString('utf8').replace(/^\uFEFF/, ''));
}
