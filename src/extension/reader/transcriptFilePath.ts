import { realpath, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { agentLabel } from '../../shared/agents/agentLabels';
import { agentWith, allAgents, type Agents } from '../agents/agents';
import type { TranscriptFormat } from '../agents/transcripts/format';
import { t } from '../../shared/words/l10n';
import { isLocalPath } from '../util/files/localPath';
import type { ReadableSession } from './readableSessions';

/** Error for a transcript that can't be opened; the message is for the person. */
export class TranscriptPathError extends Error {
  constructor(
    /** `there`: another machine did not provide the transcript. */
    readonly reason: 'none' | 'missing' | 'outside' | 'there',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Returns the path that the session claims; without one for a subagent, the default path next to
 * its session's transcript.
 */
function claimedPath(session: ReadableSession | undefined, agentId: string | undefined): string {
  const main = session?.transcriptPath ?? '';
  if (agentId === undefined || main === '') return main;
  const named = session?.subagents?.find((subagent) => subagent.agentId === agentId);
  return (
    named?.transcriptPath ??
    path.join(main.replace(/\.jsonl$/, ''), 'subagents', `agent-${path.basename(agentId)}.jsonl`)
  );
}

/** Finds the transcript of a session or its subagent; rejects if it must not be read. */
export async function locateTranscript(
  session: ReadableSession | undefined,
  agentId: string | undefined,
  configHome: string,
  agents: Agents = allAgents,
): Promise<{ readonly path: string; readonly format: TranscriptFormat }> {
  const { agent, root, format } = agentWith(session?.agent, agents).transcripts(configHome);
  return { path: await resolveTranscriptFile(claimedPath(session, agentId), root, agent), format };
}

/**
 * Returns the real path of a transcript. A session's claimed path is opened only if it is, with its
 * links resolved, inside the folder of its agent's transcripts.
 */
export async function resolveTranscriptFile(
  claimed: string,
  root: string,
  agent?: string,
): Promise<string> {
  if (claimed === '') {
    throw new TranscriptPathError('none', t('This session has no transcript yet.'));
  }
  if (!isLocalPath(claimed, root)) throw outsideError(agent);
  const [file, projects] = await Promise.all([requireFile(claimed), requireFile(root)]);
  if (!file.startsWith(projects + path.sep) || !file.endsWith('.jsonl')) {
    throw outsideError(agent);
  }
  if (!(await stat(file)).isFile()) throw missingError();
  return file;
}

async function requireFile(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    throw missingError();
  }
}

function outsideError(agent: string | undefined): TranscriptPathError {
  return new TranscriptPathError(
    'outside',
    t('The transcript is outside {0}’s folder and isn’t opened.', agentLabel(agent)),
  );
}

function missingError(): TranscriptPathError {
  return new TranscriptPathError('missing', t('This session’s transcript file doesn’t exist.'));
}
