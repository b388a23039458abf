import { LineFile } from '../../../transcript/file/lineFile';
import { idIn, parseObject, textIn } from '../../../util/json';

/** Types of journal lines that mean that an agent ended, from the source of client 2.1.332. */
const ends: ReadonlySet<unknown> = new Set(['result', 'failed']);
/** Ids become part of a file name, so only these characters are accepted. */
const plainId = /^[\w-]+$/u;

/**
 * The agents that returned or failed, from a workflow's journal; rejects with the file system's
 * error.
 */
export async function returnedAgents(journal: string): Promise<ReadonlySet<string>> {
  const file = await LineFile.open(journal);
  const returned = new Set<string>();
  try {
    for (let at = 0; ;) {
      const { to, lines } = await file.readAfter(at);
      if (to === at) return returned;
      at = to;
      for (const { bytes } of lines) {
        const line = bytes && parseObject(bytes.toString('utf8'));
        const agentId = idIn(line, 'agentId');
        if (agentId === undefined || !plainId.test(agentId)) continue;
        // An agent that was restarted has not returned.
        if (ends.has(textIn(line, 'type'))) returned.add(agentId);
        else returned.delete(agentId);
      }
    }
  } finally {
    await file.close();
  }
}
