import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import type { SessionTarget } from '../../manifest';

/** First segment of the paths of transcripts. */
const root = 'claude-transcript';

/**
 * Characters that an operating system does not allow in file names, or that the editor interprets.
 */
const notInNames = /[/\\:*?"<>|#%]+/g;

/**
 * The path of a transcript's document: the ids of the session and the subagent, then the title for
 * the tab. Only the ids identify the transcript. The ending `.txt` makes it plain text, because in
 * a Markdown document a link could run any command of the editor.
 */
export function transcriptPathOf(target: SessionTarget, title: string): string {
  const name =
    plainTitle(title.replace(notInNames, ' '), 48).replace(/^\.+/, '') || t('Transcript');
  const ids = [target.sessionId, ...(target.agentId === undefined ? [] : [target.agentId])];
  return `/${[root, ...ids.map(encodeURIComponent), `${name}.txt`].join('/')}`;
}

export function parseTranscriptPath(path: string): SessionTarget | undefined {
  const [first, ...segments] = path.split('/').slice(1);
  const ids = segments.slice(0, -1).map(decodeSegment);
  const [sessionId, agentId] = ids;
  if (first !== root || ids.length > 2 || ids.includes('')) return undefined;
  if (sessionId === undefined) return undefined;
  return agentId === undefined ? { sessionId } : { sessionId, agentId };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return ''; // The path was not created by `transcriptPathOf`.
  }
}
