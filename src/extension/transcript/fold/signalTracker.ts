import type { ParsedEntry } from '../entry/transcriptEntry';
import {
  isOutputOf,
  isWatched,
  longestCommand,
  readers,
  withCalls,
} from '../signals/awaitedCommands';
import { maySweep } from '../signals/git/sweeps/sweepsIn';
import { signalsAfter, type SignalReading } from '../signals/signalsAfter';
import { signalsOf, type TranscriptFold } from './fold';
import { headText, type HeadCall } from './headCall';

const command = /"name":"Bash","input":\{"command":"(?<text>(?:[^"\\]|\\.)*)"/u;
const file = /"file_path":"(?<path>(?:[^"\\]|\\.)*)"/u;

/** Follows the signals of a transcript where most of its lines are not parsed. */
export class SignalTracker {
  private told: SignalReading;

  constructor(before: TranscriptFold) {
    this.told = signalsOf(before);
  }

  get reading(): SignalReading {
    return this.told;
  }

  /** Takes a line that was parsed, after that many human prompts. */
  take(parsed: ParsedEntry, turn: number): void {
    this.told = signalsAfter(this.told, parsed, turn);
  }

  /** True where the line of an assistant says nothing; false where it has to be taken. */
  passes(head: string, call: HeadCall | 'several' | undefined): boolean {
    if (call === undefined) return true;
    if (call === 'several' || call.id === undefined) return false;
    if (call.name === 'Bash') {
      const text = commandIn(head);
      return text !== undefined && !isWatched(text.slice(0, longestCommand));
    }
    return !readers.has(call.name) || this.passesReading(head, call);
  }

  /** Takes an assistant's line of one call by its beginning; false where that does not say enough. */
  takeHead(head: string, call: HeadCall | 'several' | undefined, turn: number): boolean {
    if (call === undefined || call === 'several') return false;
    const { id, name } = call;
    const text = name === 'Bash' ? commandIn(head) : undefined;
    // Folder and time of a call that sweeps count, too.
    if (id === undefined || text === undefined || maySweep(text)) return false;
    const use = { id, name, input: { command: text } };
    const awaited = withCalls(this.told.awaited, [use], turn, {});
    this.told = { ...this.told, awaited };
    return true;
  }

  /** Waits for the result of that call. */
  awaits(toolUseId: string): boolean {
    return this.told.awaited.calls.some(({ id }) => id === toolUseId);
  }

  /** True while a prompt of the client may tell that a background shell has ended. */
  get awaitsShells(): boolean {
    return this.told.awaited.shells.length > 0;
  }

  private passesReading(head: string, { name }: HeadCall): boolean {
    const { shells } = this.told.awaited;
    if (shells.length === 0) return true;
    if (name !== 'Read') return false;
    const path = headText(file.exec(head)?.groups?.['path'] ?? '\n');
    return path !== undefined && !shells.some(({ id }) => isOutputOf(id, path));
  }
}

/** The command of a shell's call; undefined where the beginning of its line does not hold all of it. */
function commandIn(head: string): string | undefined {
  return headText(command.exec(head)?.groups?.['text'] ?? '\n');
}
