import { flushSync } from 'react-dom';
import type { LiveSession } from '../shared/protocol/protocol';
import { fieldsOf, textOf } from '../shared/text/fields';
import { actionSelector, sessionSelector } from './keys/focus';
import { reveal, type Page } from './page';
import { draftKey, fieldKey } from './typing/draftKeys';

/** Opens the prompt box and focuses it. */
export function openPrompt({ view }: Page, { sessionId }: LiveSession): void {
  const { paneAt, disclosed } = view.state.get();
  if (paneAt !== undefined) flushSync(() => view.choose(sessionId));
  else if (!disclosed.has(`prompt/${sessionId}`))
    flushSync(() => view.toggle(`prompt/${sessionId}`));
  // A session can be shown both as a card and in the pane; only the pane has the box.
  const box = `${sessionSelector(sessionId)} ${actionSelector('prompt')}`;
  document.querySelector<HTMLElement>(box)?.focus();
}

/** Opens the prompt box with the row for the prompt's condition and target. */
export function openFollowUp(page: Page, session: LiveSession): void {
  page.prompts.openFollowUpRow(session);
  openPrompt(page, session);
}

/** Opens the prompt box and appends a text to what was typed there. */
export function appendToPrompt(page: Page, session: LiveSession, text: string): void {
  const { prompts, drafts, fields } = page;
  const key = draftKey('prompt', session.sessionId);
  const typed = textOf(fieldsOf(drafts.get(key))['words']).trimEnd();
  if (!typed.includes(text)) prompts.write(session, typed === '' ? text : `${typed}\n\n${text}`);
  // On a phone, the card of a different session may be open beside the board.
  const isShown =
    page.place !== 'phone' && document.querySelector(sessionSelector(session.sessionId)) !== null;
  if (!isShown) reveal(page, session.sessionId, 'focus');
  fields.focusWhenAvailable({ field: fieldKey(key) });
  openPrompt(page, session);
}
