import { openBlocked } from '../../hub/domain/facts/blockedCalls';
import type { ToolResult } from '../../hub/domain/facts/event';
import type { OpenTool } from '../../hub/domain/facts/session';
import { parseTranscriptEntry, type ParsedEntry } from '../entry/transcriptEntry';
import type { LineRow } from '../lines/lineRow';
import type { TranscriptFold } from './fold';
import { readText, type ByteRange } from './readText';

/** Lines with calls that are looked through for one of them; no message has more calls. */
const keptLines = 32;

/** A result that failed by its beginning; the client's words for a denial are longer than that, and come first. */
const failed = /"is_error":true|"content":"Permission for this /u;
const denial = '"toolDenialKind":"';
/** The end of a result's line, in bytes, in which the client says that the call did not run. */
const denialBytes = 2_048;

/**
 * Finds the calls that auto mode blocked in a scan that parses few lines. A result names its call by its
 * id alone, so the scan remembers where the turn's last calls stand, and reads those of such results again.
 */
export class BlockedScan {
  private places: ByteRange[] = [];
  /** Calls from before the scan. */
  private open: readonly OpenTool[];
  /** Whether a blocked call may still run: then all results are read. */
  private isBlocked: boolean;

  constructor(before: TranscriptFold) {
    this.open = (before.facts ?? before.agent)?.openTools ?? [];
    this.isBlocked = hasBlocked(before);
  }

  /** Remembers a line with calls. */
  add(offset: number, length: number): void {
    this.places.push({ offset, length });
    if (this.places.length >= 2 * keptLines) this.places = this.places.slice(-keptLines);
  }

  /** Calls of a turn that is over have no results any more. */
  endTurn(): void {
    this.places = [];
    this.open = [];
  }

  /** Whether a result says that auto mode blocked its call, or that a blocked one may have run after all. */
  reads(head: string, { bytes, start, end }: LineRow): boolean {
    if (this.isBlocked) return true;
    if (!failed.test(head)) return false;
    return bytes.subarray(Math.max(start, end - denialBytes), end).includes(denial);
  }

  /** The reading with the calls that an entry is about, where it is about blocked or expired ones. */
  withCalls(file: number, reading: TranscriptFold, line: ParsedEntry['line']): TranscriptFold {
    const { facts, agent, lastAt } = reading;
    if (line.kind !== 'toolResults') return reading;
    const isQuiet = line.results.every(
      ({ blocked, expired }) => blocked === undefined && expired === undefined,
    );
    if (!this.isBlocked && isQuiet) return reading;
    const openTools = line.results.flatMap((result) => {
      const call = this.callOf(file, result, lastAt);
      return call === undefined ? [] : [call];
    });
    return {
      ...reading,
      facts: facts && { ...facts, openTools },
      agent: agent && { ...agent, openTools },
    };
  }

  /** Follows an entry of the scan's own file that was folded. */
  folded(line: ParsedEntry['line'], reading: TranscriptFold): void {
    if (endsCalls(line)) this.endTurn();
    this.isBlocked = hasBlocked(reading);
  }

  private callOf(file: number, { toolUseId }: ToolResult, lastAt: number): OpenTool | undefined {
    for (const place of this.places.slice(-keptLines).toReversed()) {
      const text = readText(file, place);
      const parsed = text.includes(toolUseId) ? parseTranscriptEntry(text) : undefined;
      if (parsed?.line.kind !== 'assistant') continue;
      const call = parsed.line.toolUses.find(({ id }) => id === toolUseId);
      if (call !== undefined) return { ...call, at: parsed.at ?? lastAt };
    }
    return this.open.find(({ id }) => id === toolUseId);
  }
}

function hasBlocked({ facts, agent }: TranscriptFold): boolean {
  if (agent !== undefined) return openBlocked(agent.blocked, undefined).length > 0;
  return facts !== undefined && openBlocked(facts.blocked, facts.humanPromptAt).length > 0;
}

/** Whether no call from before an entry gets a result after it. */
function endsCalls(line: ParsedEntry['line']): boolean {
  if (line.kind === 'prompt') return line.queued !== true;
  return line.kind === 'interrupted' || line.kind === 'apiError' || line.kind === 'turnEnded';
}
