import { tokenCount } from '../../../../shared/protocol/plausible';
import { t } from '../../../../shared/words/l10n';
import { scheduleChangeOfStart } from '../../../hub/domain/facts/schedule/scheduleChange';
import { contentOf, shownContent } from './content';
import type { Entry, Utterance } from '../../transcripts/entry';
import {
  listIn,
  nameIn,
  numberIn,
  numberWithin,
  objectIn,
  textIn,
  type JsonObject,
} from '../../../util/json';
import { withoutColours } from './printed';

/** Upper bound for the duration of a turn, in ms. */
const maxTurnMs = 30 * 86_400_000;
/** Upper bound for retries; the client makes ten. */
const maxRetryCount = 1_000;
/** Upper bound for a retry delay, in ms; the client waits minutes at most. */
const maxRetryMs = 24 * 3_600_000;

export function systemEntry(line: JsonObject): Entry {
  switch (line['subtype']) {
    case 'turn_duration':
      return { kind: 'turnEnded', durationMs: numberWithin(line, 'durationMs', maxTurnMs) };
    case 'compact_boundary': {
      const meta = objectIn(line, 'compactMetadata');
      return {
        kind: 'compacted',
        trigger: nameIn(meta, 'trigger'),
        preTokens: tokenCount(numberIn(meta, 'preTokens')),
        postTokens: tokenCount(numberIn(meta, 'postTokens')),
      };
    }
    case 'api_error':
      return {
        kind: 'retrying',
        attempt: numberWithin(line, 'retryAttempt', maxRetryCount) ?? 1,
        maxRetries: numberWithin(line, 'maxRetries', maxRetryCount),
        retryInMs: numberWithin(line, 'retryInMs', maxRetryMs) ?? 0,
        notice: t('The API failed; retrying') + attemptText(line),
      };
    case 'informational': {
      const notice = lineText(line);
      const byItself = continuesByItself(textIn(line, 'content') ?? '');
      return byItself === undefined
        ? { kind: 'other', notice }
        : { kind: 'continuing', byItself, notice };
    }
    case 'permission_retry':
    case 'bridge_status':
    case 'cloud_session_status':
    case 'model_consent_fallback':
    case 'model_fallback':
    case 'model_refusal_fallback':
    case 'model_refusal_no_fallback':
    case 'agents_killed':
    case 'error':
      return { kind: 'other', notice: lineText(line) };
    case 'away_summary': {
      const recap = lineText(line);
      return { kind: 'other', notice: recap === '' ? '' : t('Recap: {0}', recap) };
    }
    case 'stop_hook_summary': {
      const errors = listIn(line, 'hookErrors').filter((error) => typeof error === 'string');
      const words = withoutColours(errors.join('; '));
      if (words === '') return { kind: 'other', notice: '' };
      const objected = textIn(line, 'level') === 'suggestion';
      const notice = objected
        ? t('A hook objected: {0}', words)
        : t('Stop hook failed: {0}', words);
      return { kind: 'other', notice };
    }
    case 'scheduled_task_fire': {
      // A job's prompt appears in no other visible entry; a loop's prompt does.
      const prompt = line['taskKind'] === 'loop' ? '' : shownContent(contentOf(line['prompt']));
      const notice = prompt === '' ? lineText(line) : t('Scheduled run: {0}', prompt);
      const news = scheduleChangeOfStart(line);
      return news === undefined ? { kind: 'other', notice } : { kind: 'schedule', news, notice };
    }
    case 'local_command': {
      const content = lineText(line);
      const said: Utterance = {
        content,
        results: [],
        isMeta: false,
        isSummary: false,
        queued: false,
        author: undefined,
      };
      return { kind: 'other', said };
    }
    default:
      return { kind: 'other' };
  }
}

/** The attempt and the maximum in the entry as text, without upper bounds. */
function attemptText(line: JsonObject): string {
  const [attempt, most] = [numberIn(line, 'retryAttempt'), numberIn(line, 'maxRetries')];
  if (attempt === undefined) return '';
  return most === undefined ? ` (${attempt})` : ` (${t('{0} of {1}', attempt, most)})`;
}

function lineText(line: JsonObject): string {
  return shownContent(contentOf(line['content']));
}

/**
 * True for a record that the client waits for a limit to reset, false for one that it stopped
 * waiting; undefined for others.
 */
function continuesByItself(note: string): boolean | undefined {
  if (/^Automatic continue (?:cancelled|stopped)\b/u.test(note)) return false;
  // The text comes from the client's server: `continuing`, `set to continue automatically at 3pm`.
  const isWait =
    note.startsWith('Usage limit reached') && /\bcontinu\w* automatically\b/iu.test(note);
  return isWait ? true : undefined;
}
