import { Check, Eye, X, type LucideIcon } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type MouseEvent,
} from 'react';
import { isControlled } from '../../../../shared/actions/cardFacts';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { t } from '../../../../shared/words/l10n';
import {
  answerWord,
  answeredCardStayMs,
  decideOn,
  explainPress,
  notAllOnCardReason,
} from '../../../decide/decide';
import { actionSelector } from '../../../keys/focus';
import { useBoard, useDecisions, usePage } from '../../../page';
import { useTabIndex } from '../../Button';
import { useIdleReason } from '../../request/IdlePressNote';
import { useIsShownBeside, useOpenCard } from '../openCard';
import { useCardInSight, useIsUncut } from './useCardInSight';

interface Props {
  readonly session: LiveSession;
}

/** An answer that was given with a button of this card. */
interface GivenAnswer {
  readonly word: string;
  /** Id of the answered request. */
  readonly request: string;
  /** True if the pressed button had the focus; the button is removed after the press. */
  readonly hadFocus: boolean;
}

interface CardAnswerProps extends Props {
  /** The card's line, if it shows the complete request; otherwise undefined. */
  readonly sentence: string | undefined;
}

/**
 * Buttons that answer a request from its card, if the card shows it completely. Otherwise a button
 * that opens the request, unless a press on the card does that.
 */
export function CardAnswer({ session, sentence }: CardAnswerProps) {
  const [given, setGiven] = useState<GivenAnswer>();
  useEffect(() => {
    if (given === undefined) return undefined;
    const timer = setTimeout(() => setGiven(undefined), answeredCardStayMs);
    return () => clearTimeout(timer);
  }, [given]);
  const hasControl = useBoard(({ control }) => isControlled(control, session));
  const isShownBeside = useIsShownBeside();
  const { requestId, call } = session.pendingRequest ?? {};
  const problem = useDecisions(({ sent }) => sent.get(call?.id ?? ''));
  // The next request replaces the confirmation at once, because it must be visible for the same
  // time as any other before it can be answered.
  const isNext = requestId !== undefined && requestId !== given?.request;
  if (given !== undefined && !problem && !isNext)
    return <Answered session={session} word={given.word} hadFocus={given.hadFocus} />;
  if (call?.answerable !== true || !hasControl || problem === '') return null;
  if (problem === undefined && sentence === undefined && isShownBeside) return null;
  if (problem !== undefined || sentence === undefined)
    return (
      <span className="card-answer across gap-3 anchor small one-line">
        <Review session={session} problem={problem} />
      </span>
    );
  return (
    <>
      <Choices
        key={`${requestId} ${call.id}`}
        session={session}
        sentence={sentence}
        call={call.id}
        onGiven={setGiven}
      />
      <IdleReason call={call.id} />
    </>
  );
}

interface ChoicesProps extends Props {
  readonly sentence: string;
  readonly call: string;
  readonly onGiven: (given: GivenAnswer) => void;
}

function Choices({ session, sentence, call, onGiven }: ChoicesProps) {
  const page = usePage();
  const isShownBeside = useIsShownBeside();
  const root = useRef<HTMLSpanElement>(null);
  const checkPlace = useCardInSight(root, session.sessionId, call);
  const { isUncut, check } = useIsUncut(root);
  const decide = (kind: 'allow' | 'deny'): void => {
    checkPlace();
    if (!check()) return void explainPress(page, session, 'card', notAllOnCardReason());
    const { pendingRequest } = session;
    const reason = decideOn(page, session, { kind }, 'card');
    if (reason !== undefined || pendingRequest === undefined) return;
    onGiven({
      word: answerWord({ kind }, pendingRequest),
      request: pendingRequest.requestId,
      hadFocus: root.current?.contains(document.activeElement) === true,
    });
  };
  return (
    <span ref={root} className="card-answer across gap-3 anchor small one-line" data-told="true">
      {isUncut ? (
        <>
          <Choice
            name={t('Allow {0}', sentence)}
            words={t('Allow')}
            Icon={Check}
            data-action="allowOnCard"
            onClick={() => decide('allow')}
          />
          <Choice
            name={t('Deny {0}', sentence)}
            words={t('Deny')}
            Icon={X}
            data-action="denyOnCard"
            onClick={() => decide('deny')}
          />
        </>
      ) : (
        !isShownBeside && <Review session={session} problem={undefined} />
      )}
    </span>
  );
}

/**
 * Shows briefly, in place of the title, why a press had no effect; the live region announces it as
 * well.
 */
function IdleReason({ call }: { readonly call: string }) {
  const reason = useIdleReason(call, 'card');
  if (reason === undefined) return null;
  return (
    <span className="card-idle anchor small amber ellipsis" aria-hidden="true" title={reason}>
      {reason}
    </span>
  );
}

interface ReviewProps {
  readonly session: LiveSession;
  /** Why an answer was refused, as a sentence. */
  readonly problem: string | undefined;
}

/** Button that opens the complete request. */
function Review({ session: { sessionId }, problem }: ReviewProps) {
  const open = useOpenCard();
  return (
    <Choice
      name={problem ?? t('Review Request')}
      words={t('Review')}
      Icon={Eye}
      data-action="reviewOnCard"
      data-alarming={problem !== undefined}
      onClick={() => open(sessionId)}
    />
  );
}

/** Shows the answer briefly in place of the buttons. */
function Answered({
  session: { sessionId },
  word,
  hadFocus,
}: Omit<GivenAnswer, 'request'> & Props) {
  const open = useOpenCard();
  const show = useRef<HTMLButtonElement>(null);
  const tabIndex = useTabIndex();
  useLayoutEffect(() => {
    const button = show.current;
    if (hadFocus) button?.focus();
    return () => {
      if (button === null || button !== document.activeElement) return;
      button.closest('.fixed-card')?.querySelector<HTMLElement>(actionSelector('open'))?.focus();
    };
  }, [hadFocus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press has no effect and does not move the focus
    <span
      className="card-answer across gap-3 anchor small one-line"
      data-answered="true"
      onMouseDown={preventFocusMove}
    >
      {word}
      <button
        ref={show}
        type="button"
        className="quiet"
        data-action="showOnCard"
        tabIndex={tabIndex}
        onClick={({ detail }) => {
          if (detail < 2) open(sessionId);
        }}
      >
        {t('Show')}
      </button>
    </span>
  );
}

interface ChoiceProps extends ComponentProps<'button'> {
  readonly name: string;
  /** Visible text, the start of `name`; hidden on a narrow card. */
  readonly words: string;
  readonly Icon: LucideIcon;
  readonly 'data-action': string;
  readonly 'data-alarming'?: boolean;
}

/** A button with text, or with an icon on a narrow card. Pressing it does not move the focus. */
function Choice({ name, words, Icon, ...rest }: ChoiceProps) {
  return (
    <button
      type="button"
      className="card-choice across-inline rounded"
      aria-label={name}
      title={name}
      tabIndex={useTabIndex()}
      onMouseDown={preventFocusMove}
      {...rest}
    >
      <Icon className="icon" aria-hidden="true" />
      <span className="card-choice-words clips">{words}</span>
    </button>
  );
}

function preventFocusMove(event: MouseEvent): void {
  event.preventDefault();
}
