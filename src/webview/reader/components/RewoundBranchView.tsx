import { Undo2 } from 'lucide-react';
import { rewoundLabel } from '../../../shared/words/rewoundLabel';
import type { RewoundBranchRow } from '../rows';
import { Fold } from './Fold';
import { RowFrame, type Attach } from './RowFrame';

interface Props {
  readonly row: RewoundBranchRow;
  readonly attach: Attach;
}

/** Header of a rewound branch; it expands and collapses the branch's rows. */
export function RewoundBranchView({ row, attach }: Props) {
  const { key, branch } = row;
  const text = rewoundLabel(branch.text);
  return (
    <RowFrame name={key} kind="taken-back" label={text} attach={attach}>
      <div className="row-body">
        <Fold
          name={key}
          className="taken-back"
          isHeading
          title={
            <>
              <Undo2 className="icon" aria-hidden="true" />
              <bdi className="ellipsis">{text}</bdi>
            </>
          }
        />
      </div>
    </RowFrame>
  );
}
