import { plainLine } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import type { ReviewFile, ReviewScope } from '../../../shared/protocol/work/review';

/** Longest path that is shown, in characters. */
const pathLength = 1_000;

export function scopeName(scope: ReviewScope): string {
  return scope === 'turn' ? t('Last Turn') : t('All');
}

/** Path of a file for people, split into folder and name. */
export function filePlace({ name }: Pick<ReviewFile, 'name'>): {
  readonly folder: string;
  readonly base: string;
} {
  const shown = plainLine(name, pathLength);
  const cut = Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1;
  return { folder: shown.slice(0, cut), base: shown.slice(cut) };
}

export function kindName(file: Pick<ReviewFile, 'kind' | 'from' | 'path' | 'name'>): string {
  const from = namedFrom(file);
  switch (file.kind) {
    case 'new':
      return t('New');
    case 'deleted':
      return t('Deleted');
    case 'renamed':
      return from === undefined ? t('Renamed') : t('Renamed from {0}', plainLine(from, pathLength));
    case 'changed':
      return t('Changed');
  }
}

/** The file's previous path, relative to the same folder as its name. */
function namedFrom({ path, name, from }: Pick<ReviewFile, 'from' | 'path' | 'name'>) {
  const root = path.endsWith(name) ? path.slice(0, path.length - name.length) : '';
  return root !== '' && from?.startsWith(root) === true ? from.slice(root.length) : from;
}

/** Why a file has no lines to show; undefined if it has lines. */
export function unreadableText({ unreadable }: Pick<ReviewFile, 'unreadable'>): string | undefined {
  switch (unreadable) {
    case 'binary':
      return t('A binary file: it has no lines to show.');
    case 'large':
      return t('Too large to be compared.');
    case 'gone':
      return t('Its text is no longer there.');
    case undefined:
      return undefined;
  }
}
