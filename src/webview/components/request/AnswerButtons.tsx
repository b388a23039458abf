import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../../shared/words/l10n';

/** Element that holds the buttons of an answer; null until it is there, undefined where they stand below the request. */
export const AnswerBar = createContext<Element | null | undefined>(undefined);

interface Props {
  /** Name of the group, for a screen reader. */
  readonly name: string;
  /** Name of the button that leads to what was not read yet, and allows only then. */
  readonly unread?: string | undefined;
  readonly children: ReactNode;
}

/** Buttons that answer a request, below it or in the bar of its screen. */
export function AnswerButtons({ name, unread, children }: Props) {
  const bar = useContext(AnswerBar);
  if (bar === null) return null;
  const buttons = (
    <fieldset className="answer-buttons" aria-label={name}>
      {bar !== undefined && unread !== undefined && (
        <p className="answer-hint">{t('Read to the end first. “{0}” takes you there.', unread)}</p>
      )}
      {children}
    </fieldset>
  );
  return bar === undefined ? buttons : createPortal(buttons, bar);
}
