import { realpath, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { agentWith, allAgents, type Agents } from '../agents/agents';
import type { TranscriptFormat } from '../agents/transcripts/format';
import { t } from '../../shared/words/l10n';
import { isLocalPath } from '../util/files/localPath';
import type { ReadableSession } from './readableSessions';

/** Why a transcript cannot be opened; the message is fit for a person. */
export class TranscriptPathError extends Error {
  constructor(
    /** `there`: another machine did not give it. */
    readonly reason: 'none' | 'missing' | 'outside' | 'there',
    message: string,
  ) {
    super(message);
  }
}

/** Where the transcript is said to be; for a subagent beside its session's. */
function toldPath(session: ReadableSession | undefined, agentId: string | undefined): string {
  const main = session?.transcriptPath ?? '';
  if (agentId === undefined || main === '') return main;
  const named = session?.subagents?.find((subagent) => subagent.agentId === agentId);
  return (
    named?.transcriptPath ??
    path.join(main.replace(/\.jsonl$/, ''), 'subagents', `agent-${path.basename(agentId)}.jsonl`)
  );
}

/** Leads to a session's transcript, or its subagent's; rejects where it may not be read. */
export async function locateTranscript(
  session: ReadableSession | undefined,
  agentId: string | undefined,
  configHome: string,
  agents: Agents = allAgents,
): Promise<{ readonly path: string; readonly format: TranscriptFormat }> {
  const { root, format } = agentWith(session?.agent, agents).transcripts(configHome);
  return { path: await resolveTranscriptFile(toldPath(session, agentId), root), format };
}

/**
 * The real path of a transcript. What a session claims is opened only where it lies, links
 * followed, inside the folder of its agent's transcripts.
 */
export async function resolveTranscriptFile(claimed: string, root: string): Promise<string> {
  if (claimed === '') {
    throw new TranscriptPathError('none', t('This session has no transcript yet.'));
  }
  if (!isLocalPath(claimed, root)) throw outside();
  const [file, projects] = await Promise.all([existing(claimed), existing(root)]);
  if (!file.startsWith(projects + path.sep) || !file.endsWith('.jsonl')) {
    throw outside();
  }
  if (!(await stat(file)).isFile()) throw missing();
  return file;
}

async function existing(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    throw missing();
  }
}

function outside(): TranscriptPathError {
  return new TranscriptPathError(
    'outside',
    t('The transcript is outside Claude Code’s projects folder and isn’t opened.'),
  );
}

function missing(): TranscriptPathError {
  return new TranscriptPathError('missing', t('This session’s transcript file doesn’t exist.'));
}
