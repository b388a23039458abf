import { t } from '../../../../shared/words/l10n';
import type { UntimedSignal } from '../../../hub/domain/facts/signals';
import { pullAddress } from '../../../transcript/signals/git/pullSignal';
import type { Entry } from '../../transcripts/entry';
import { idIn, numberIn, textIn, type JsonObject } from '../../../util/json';

/** The client's record of a pull request, as a notice and as a signal. */
export function pullEntry(record: JsonObject): Entry {
  const signal = pullLink(record);
  return { kind: 'other', notice: pullNotice(record), ...(signal !== undefined && { signal }) };
}

/**
 * The pull request in a `pr-link` record. Measured on client 2.1.329: it is written shortly after
 * the command printed the address, before the result of the command and maybe before its prompt,
 * and again after later turns, with the time of writing.
 */
export function pullLink(record: JsonObject): UntimedSignal | undefined {
  const number = pullNumberIn(record, 'prNumber');
  const address = pullAddress(textIn(record, 'prUrl'));
  if (number === undefined || address === undefined) return undefined;
  const repository = idIn(record, 'prRepository');
  return {
    kind: 'pr',
    ok: undefined,
    data: { number, ...address, ...(repository === undefined ? {} : { repository }) },
  };
}

function pullNotice(record: JsonObject): string {
  const [url, repository] = [textIn(record, 'prUrl'), textIn(record, 'prRepository') ?? ''];
  const number = numberIn(record, 'prNumber');
  const name = number === undefined ? repository : `${repository}#${number}`;
  const title = name === '' ? t('Pull request') : t('Pull request {0}', name);
  return url === undefined ? '' : `${title} · ${url}`;
}

/** A transcript may contain any number; the protocol accepts only integers. */
export function pullNumberIn(object: JsonObject | undefined, key: string): number | undefined {
  const number = numberIn(object, key);
  return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined;
}
