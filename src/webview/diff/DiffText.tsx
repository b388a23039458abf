import { numbered } from '../numbered';
import type { DiffLine } from './diffLines';

/** Text of a line of a diff, with changed words marked. */
export function DiffText({ parts }: Pick<DiffLine, 'parts'>) {
  return numbered(parts).map(({ id, value: { text, isChange } }) =>
    isChange ? <mark key={id}>{text}</mark> : text,
  );
}
