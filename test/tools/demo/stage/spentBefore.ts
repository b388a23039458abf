import * as fs from 'node:fs';
import * as path from 'node:path';
import { UsageLedger } from '../../../../src/extension/hub/usage/usageLedger';
import { parseTranscriptEntry } from '../../../../src/extension/transcript/entry/transcriptEntry';

/** What the transcripts of a config home cost until a moment of its local day, in US dollars. */
export function spentBefore(configHome: string, moment: number): number {
  const midnight = new Date(moment).setHours(0, 0, 0, 0);
  const ledger = new UsageLedger();
  const projects = path.join(configHome, 'projects');
  for (const name of fs.readdirSync(projects, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    const source = ledger.source(name, undefined);
    for (const line of fs.readFileSync(path.join(projects, name), 'utf8').split('\n')) {
      const usage = parseTranscriptEntry(line)?.usage;
      if (usage === undefined || usage.at < midnight || usage.at > moment) continue;
      ledger.record(source, usage);
    }
  }
  return ledger.takeDays().reduce((sum, { usd }) => sum + usd, 0);
}
