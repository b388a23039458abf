import { realpath, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { placesIn } from '../agents/claude/home/places';
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
export function toldPath(
  session: ReadableSession | undefined,
  agentId: string | undefined,
): string {
  const main = session?.transcriptPath ?? '';
  if (agentId === undefined || main === '') return main;
  const named = session?.subagents?.find((subagent) => subagent.agentId === agentId);
  return (
    named?.transcriptPath ??
    path.join(main.replace(/\.jsonl$/, ''), 'subagents', `agent-${path.basename(agentId)}.jsonl`)
  );
}

/**
 * The real path of a transcript. What a session claims is opened only where it lies, links
 * followed, inside the config home's `projects` folder.
 */
export async function resolveTranscriptFile(claimed: string, configHome: string): Promise<string> {
  if (claimed === '') {
    throw new TranscriptPathError('none', t('This session has no transcript yet.'));
  }
  if (!isLocalPath(claimed, configHome)) throw outside();
  const [file, projects] = await Promise.all([
    existing(claimed),
    existing(placesIn(configHome).transcripts),
  ]);
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
