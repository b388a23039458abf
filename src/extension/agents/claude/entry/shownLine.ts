import type { ShownLine } from '../../transcripts/format';
import { ignoredTypes } from './knownTypes';
import { partsOf } from './parts';
import { mayHoldMoreRecords, leadingType, recordsIn } from './records';
import { parsedEntry } from './parseEntry';

const nothing: ShownLine = { parts: [], isDamaged: false };

/** The parts of a line's entries to show; none for the client's internal records. */
export function partsOfLine(text: string): ShownLine {
  if (ignoredTypes.has(leadingType(text)) && !mayHoldMoreRecords(text)) return nothing;
  const { records, isDamaged } = recordsIn(text);
  const parts = records
    .map(parsedEntry)
    .flatMap(({ at, isSidechain, line }) =>
      partsOf(line).map((part) => ({ at, isSidechain, part })),
    );
  return { parts, isDamaged };
}
