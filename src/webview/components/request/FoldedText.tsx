import { use, useMemo, useState } from 'react';
import { counted, t } from '../../../shared/words/l10n';
import { foldText, type TextEnds, type FoldSize } from '../../../shared/request/fold';
import type { RequestPart } from '../../../shared/request/requestParts';
import { mustUnfold, pieceOfRequest, requestPieces } from '../../decide/sight';
import { useTabIndex } from '../Button';
import { CodeText } from './CodeText';
import { PatchText } from './PatchText';
import { PlanNotes } from './plan/planNotes';
import { PlanText } from './plan/PlanText';

type Kind = RequestPart['kind'];

/** Numbers of rows shown: a plan is meant to be read, other texts are skimmed. */
const sizes: Readonly<Record<'plan' | 'other', FoldSize>> = {
  plan: { beginning: 40, end: 8 },
  other: { beginning: 10, end: 5 },
};

interface Props {
  readonly kind: Kind;
  readonly text: string;
  readonly place: number;
}

/**
 * A text, or its beginning and end with the size of the hidden part. Text that may be executed must
 * be unfolded before it can be allowed; other text need not be.
 */
export function FoldedText({ kind, text, place }: Props) {
  const [isOpen, setOpen] = useState(false);
  const tabIndex = useTabIndex();
  const fold = useMemo(
    () => foldText(text, sizes[kind === 'plan' ? 'plan' : 'other']),
    [kind, text],
  );
  const canComment = use(PlanNotes) !== undefined && kind === 'plan';
  if (fold === undefined || canComment) return <Words kind={kind} text={text} />;
  return (
    <>
      {isOpen ? (
        <Words key="all" kind={kind} text={text} />
      ) : (
        <Words key="beginning" kind={kind} text={fold.beginning} />
      )}
      <button
        key="fold"
        type="button"
        className="fold flows apart rounded small blue"
        data-action={`fold-${place}`}
        {...(!isOpen && (kind === 'code' || kind === 'patch') && { [mustUnfold]: requestPieces })}
        {...(!isOpen && pieceOfRequest)}
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? (
          t('Show Less')
        ) : (
          <>
            <span className="text">{sizeText(fold)}</span> <span>{t('Show All')}</span>
          </>
        )}
      </button>
      {!isOpen && <Words key="end" kind={kind} text={fold.end} />}
    </>
  );
}

function sizeText({ lines, characters }: TextEnds): string {
  return lines > 0
    ? counted(lines, '… one line between', '… {0} lines between')
    : counted(characters, '… one character between', '… {0} characters between');
}

function Words({ kind, text }: Pick<Props, 'kind' | 'text'>) {
  if (kind === 'plan') {
    return (
      <div {...pieceOfRequest}>
        <PlanText text={text} />
      </div>
    );
  }
  if (kind === 'words' || kind === 'choices') {
    return (
      <p className="part-text as-typed breaks" dir="auto" {...pieceOfRequest}>
        {text}
      </p>
    );
  }
  return (
    <pre className="part-code shrinks code-size mono as-typed breaks" {...pieceOfRequest}>
      {kind === 'code' ? (
        <CodeText text={text} />
      ) : kind === 'patch' ? (
        <PatchText text={text} />
      ) : (
        text
      )}
    </pre>
  );
}
