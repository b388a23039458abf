import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../../shared/words/l10n';

/**
 * Element that holds the answer buttons; null until it is mounted, undefined if the buttons are
 * below the request.
 */
export const AnswerBar = createContext<Element | null | undefined>(undefined);

interface Props {
  /** Accessible name of the group. */
  readonly name: string;
  /** Name of the button that scrolls to unread parts, and allows only when there are none. */
  readonly unread?: string | undefined;
  readonly children: ReactNode;
}

/** Buttons that answer a request, below it or in its screen's bar. */
export function AnswerButtons({ name, unread, children }: Props) {
  const bar = useContext(AnswerBar);
  if (bar === null) return null;
  const buttons = (
    <fieldset className="answer-buttons across wraps gap-4-6" aria-label={name}>
      {bar !== undefined && unread !== undefined && (
        <p className="answer-hint">{t('Read to the end first. “{0}” takes you there.', unread)}</p>
      )}
      {children}
    </fieldset>
  );
  return bar === undefined ? buttons : createPortal(buttons, bar);
}
