import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Element that holds the buttons of an answer; null until it is there, undefined where they stand below the request. */
export const AnswerBar = createContext<Element | null | undefined>(undefined);

interface Props {
  /** Name of the group, for a screen reader. */
  readonly name: string;
  readonly children: ReactNode;
}

/** Buttons that answer a request, below it or in the bar of its screen. */
export function AnswerButtons({ name, children }: Props) {
  const bar = useContext(AnswerBar);
  if (bar === null) return null;
  const buttons = (
    <fieldset className="answer-buttons" aria-label={name}>
      {children}
    </fieldset>
  );
  return bar === undefined ? buttons : createPortal(buttons, bar);
}
