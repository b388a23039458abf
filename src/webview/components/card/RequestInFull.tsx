import { use, useMemo, useState } from 'react';
import { counted, t } from '../../../shared/words/l10n';
import type { EditSurroundings } from '../../../shared/protocol/control';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import { partsAtOnce, requestParts, type RequestPart } from '../../../shared/request/requestParts';
import { isShownCompletely } from '../../../shared/request/toldWhole';
import { mustUnfold, requestPieces } from '../../decide/sight';
import { numbered } from '../../numbered';
import { TabIndex, useTabIndex } from '../Button';
import { EditView } from '../request/editView';
import { RequestPartView } from '../request/RequestPartView';
import { useWholeRequest } from '../request/useWholeRequest';
import { ChangedSince } from './collisions/Collisions';

/** The complete request as plain text: nothing is executed, and links are not active. */
export function RequestInFull({ session }: { readonly session: LiveSession }) {
  const loaded = useWholeRequest(session);
  const request = loaded ?? session.pendingRequest;
  if (request === undefined) return null;
  return (
    <TabIndex value={0}>
      <ChangedSince session={session} />
      <RequestFields request={request} surroundings={session.pendingRequest?.call?.surroundings} />
    </TabIndex>
  );
}

interface Props {
  readonly request: Pick<PendingRequest, 'toolName' | 'toolInput' | 'whole'>;
  /** Lines of the file around an edit. */
  readonly surroundings?: EditSurroundings | undefined;
  /** Selects the parts to show; all if absent. */
  readonly isShown?: (part: RequestPart) => boolean;
}

/** Fields of a request; those beyond the first `partsAtOnce` are collapsed behind their count. */
export function RequestFields({ request, surroundings, isShown }: Props) {
  const { toolName, toolInput } = request;
  const [isOpen, setOpen] = useState(false);
  const tabIndex = useTabIndex();
  const Edit = use(EditView);
  const all = useMemo(() => requestParts(toolName, toolInput), [toolName, toolInput]);
  const parts = isShown === undefined ? all : all.filter(isShown);
  if (parts.length === 0) return null;
  const shown = isOpen ? parts : parts.slice(0, partsAtOnce);
  const hiddenCount = parts.length - partsAtOnce;
  return (
    <div className="request-parts stack gap-6 sunken">
      <h4 className="visually-hidden">{t('Request')}</h4>
      {numbered(shown).map(({ id, value }) => {
        const [before, after] = [shown[id - 1], shown[id + 1]];
        const isEdit = Edit !== undefined && value.kind === 'removed' && after?.kind === 'added';
        if (isEdit) {
          const texts = { removed: value.text, added: after.text, surroundings };
          return <Edit key={id} place={id} {...texts} />;
        }
        // The preceding edit already shows the added text.
        if (Edit !== undefined && value.kind === 'added' && before?.kind === 'removed') return null;
        return <RequestPartView key={id} place={id} part={value} />;
      })}
      {hiddenCount > 0 && (
        <button
          type="button"
          className="fold flows apart rounded small blue"
          data-action="moreFields"
          {...(!isOpen && { [mustUnfold]: requestPieces })}
          aria-expanded={isOpen}
          tabIndex={tabIndex}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? t('Show Fewer Fields')
            : counted(hiddenCount, 'Show One More Field', 'Show {0} More Fields')}
        </button>
      )}
      {request.whole && !isShownCompletely(request, parts) && (
        <p
          className="answer-note small muted"
          data-alarming="true"
          {...{ [mustUnfold]: requestPieces }}
        >
          {t('Not all of it can be shown here. You can allow it in its terminal.')}
        </p>
      )}
    </div>
  );
}
