import type { EntriesKind } from '../../../src/extension/agents/transcripts/files';
import { RuleMatches } from '../../../src/extension/hub/rules/ruleMatches';
import { ReadLane } from '../../../src/extension/transcript/file/readLane';
import { TranscriptFile } from '../../../src/extension/transcript/fold/transcriptFile';
import { silentLog } from '../../../src/extension/util/log';
import { Slices } from '../../../src/extension/util/thread/slices';
import { claudeFormat } from '../../../src/extension/agents/claude/transcripts';

/** Reads transcripts like the hub, for rules only. */
export class RuleReading {
  readonly matches = new RuleMatches(silentLog);
  private readonly lanes = { bulk: new ReadLane(new Slices()), news: new ReadLane(new Slices()) };
  private readonly files = new Map<string, TranscriptFile>();

  /** Reads the new lines of a file. */
  async read(
    path: string,
    kind: EntriesKind = { kind: 'session', sessionId: 's1' },
  ): Promise<void> {
    const known = this.files.get(path);
    const file =
      known ??
      new TranscriptFile({ path, kind, format: claudeFormat }, this.lanes, async () => undefined);
    this.files.set(path, file);
    const part = await file.read();
    if (part !== undefined) this.matches.read(file.of, part);
  }

  /** Resolves once everything read of the session has been matched. */
  rests(sessionId = 's1'): Promise<void> {
    return this.matches.whenMatched(sessionId);
  }
}
