import type { ParsedEntry } from '../entry/transcriptEntry';
import { isOutputOf, isWatched, longestCommand, readers } from '../signals/awaitedCommands';
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

  /** True where the line of an assistant says nothing; false where it has to be parsed. */
  passes(head: string, call: HeadCall | 'several' | undefined): boolean {
    if (call === undefined) return true;
    if (call === 'several' || call.id === undefined) return false;
    if (call.name === 'Bash') {
      const text = headText(command.exec(head)?.groups?.['text'] ?? '\n');
      return text !== undefined && !isWatched(text.slice(0, longestCommand));
    }
    return !readers.has(call.name) || this.passesReading(head, call);
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
