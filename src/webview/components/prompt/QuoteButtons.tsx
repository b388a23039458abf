import { flushSync } from 'react-dom';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { followUpQuotes, type FollowUpQuote } from '../../../shared/text/followUpQuotes';
import { t } from '../../../shared/words/l10n';
import { hasSource, partiesOf, type FollowUpDraft } from '../../decide/followUpDraft';
import { useBoard, useDraft, usePage } from '../../page';
import { quoteExample } from '../../text/followUpPromise';
import { draftKey } from '../../typing/draftKeys';
import { useTabIndex } from '../Button';

interface Props {
  readonly session: LiveSession;
  readonly draft: FollowUpDraft;
}

/** Buttons that insert placeholders into the prompt; the tooltip shows what they would quote. */
export function QuoteButtons({ session, draft }: Props) {
  const { prompts } = usePage();
  const tabIndex = useTabIndex();
  const { sessionId } = session;
  const words = textOf(fieldsOf(useDraft(draftKey('prompt', sessionId)))['words']);
  const { source, target } = partiesOf(sessionId, draft);
  const quoted = useBoard(({ sessions }) => sessions.get(hasSource(draft) ? source : target));
  const insert = (quote: FollowUpQuote, box: HTMLTextAreaElement | null | undefined) => {
    const start = box?.selectionStart ?? words.length;
    const end = box?.selectionEnd ?? words.length;
    const caret = start + placeholder(quote).length;
    flushSync(() =>
      prompts.write(session, words.slice(0, start) + placeholder(quote) + words.slice(end)),
    );
    box?.setSelectionRange(caret, caret);
    box?.focus();
  };
  return (
    <>
      <span className="follow-up-quotes across-inline wraps gap-4 wide">
        <span className="small muted">{t('Quote')}</span>
        {followUpQuotes.map((quote) => (
          <button
            key={quote}
            type="button"
            className="quiet small"
            title={quoteExample(quote, quoted)}
            tabIndex={tabIndex}
            onClick={({ currentTarget: { form } }) =>
              insert(quote, form?.querySelector('textarea'))
            }
          >
            {placeholder(quote)}
          </button>
        ))}
      </span>
      {followUpQuotes
        .filter((quote) => words.includes(placeholder(quote)))
        .map((quote) => (
          <span key={quote} className="follow-up-example wide small muted breaks" dir="auto">
            {placeholder(quote)} {quoteExample(quote, quoted)}
          </span>
        ))}
    </>
  );
}

function placeholder(quote: FollowUpQuote): string {
  return `{${quote}}`;
}
