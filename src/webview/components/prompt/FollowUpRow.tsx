import { useMemo, type KeyboardEvent } from 'react';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { plainTitle } from '../../../shared/text/plainText';
import { maxRepeats, minRepeats } from '../../../shared/text/followUps';
import { t } from '../../../shared/words/l10n';
import {
  canRepeat,
  hasSource,
  localTime,
  newSessionDraft,
  suggestedTime,
  whenChoices,
  type FollowUpDraft,
} from '../../decide/followUpDraft';
import { useBoard, usePage } from '../../page';
import { isSourceOf, isTargetOf, supportsNewSessions, whenNames } from '../../text/followUpPromise';
import { useMinute } from '../../useMinute';
import { useTabIndex } from '../Button';
import { Labeled } from './Labeled';
import { NewSessionChoice } from './NewSessionChoice';
import { QuoteButtons } from './QuoteButtons';

interface Props {
  readonly session: LiveSession;
  readonly draft: FollowUpDraft;
  /** Called when Escape is pressed in the row. */
  readonly onClose: () => void;
}

/** Choice of the target that stands for a new session; no session has this id. */
const newSession = 'new';

/** Condition and target of the prompt in the box. */
export function FollowUpRow({ session, draft, onClose }: Props) {
  const { prompts } = usePage();
  const tabIndex = useTabIndex();
  const now = useMinute();
  const { sources, targets } = useChoices(session);
  const hasMachines = useBoard(({ summary }) => (summary.machines?.length ?? 0) > 0);
  const change = (part: Partial<FollowUpDraft>) =>
    prompts.storeFollowUp(session, { ...draft, ...part });
  const target = (to: string, toTitle: string): Partial<FollowUpDraft> =>
    to === newSession ? newSessionDraft(session, draft) : { startsNew: false, to, toTitle };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the row from any of its fields
    <fieldset className="follow-up across wraps all-columns scrolls" onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{t('When and to whom it is sent')}</legend>
      <Labeled name={t('When')}>
        {(id) => (
          <select
            id={id}
            className="prompt-choice"
            data-action="followUpWhen"
            tabIndex={tabIndex}
            value={draft.when}
            onChange={({ target }) =>
              change({
                when: whenChoices.find((one) => one === target.value) ?? 'turn',
                at: draft.at || suggestedTime(now),
              })
            }
          >
            {whenChoices.map((when) => (
              <option key={when} value={when}>
                {whenNames[when]()}
              </option>
            ))}
          </select>
        )}
      </Labeled>
      {draft.when === 'time' && (
        <Labeled name={t('Time')}>
          {(id) => (
            <input
              id={id}
              type="datetime-local"
              className="prompt-choice"
              tabIndex={tabIndex}
              min={localTime(now)}
              value={draft.at}
              onChange={({ target }) => change({ at: target.value })}
            />
          )}
        </Labeled>
      )}
      {hasSource(draft) && (
        <SessionChoice
          name={t('Of')}
          others={sources}
          chosen={draft.of}
          chosenTitle={draft.ofTitle}
          onChoose={(of, ofTitle) => change({ of, ofTitle })}
        />
      )}
      <SessionChoice
        name={t('Send to')}
        others={targets}
        chosen={draft.startsNew ? newSession : draft.to}
        chosenTitle={draft.toTitle}
        startsNew={supportsNewSessions(session) || draft.startsNew}
        onChoose={(to, toTitle) => change(target(to, toTitle))}
      />
      {draft.startsNew && <NewSessionChoice draft={draft} change={change} />}
      {canRepeat(draft) && (
        <span className="follow-up-repeat across-inline gap-6">
          <Repeat draft={draft} change={change} />
        </span>
      )}
      {hasMachines && (
        <span className="wide small muted">
          {t(
            'Only sessions of the same machine and account are offered: what others did can’t be proved from here.',
          )}
        </span>
      )}
      {draft.when !== 'turn' && <QuoteButtons session={session} draft={draft} />}
    </fieldset>
  );
}

interface SessionChoiceProps {
  readonly name: string;
  readonly others: readonly LiveSession[];
  /** Id of the chosen session; empty for the session of the box. */
  readonly chosen: string;
  readonly chosenTitle: string;
  /** True to offer `newSession` as well. */
  readonly startsNew?: boolean;
  readonly onChoose: (sessionId: string, title: string) => void;
}

/**
 * Select box of sessions by title. A chosen session stays chosen even if it is no longer offered.
 */
function SessionChoice(props: SessionChoiceProps) {
  const { name, others, chosen, chosenTitle, startsNew = false, onChoose } = props;
  const tabIndex = useTabIndex();
  const isSession = chosen !== '' && chosen !== newSession;
  const isMissing = isSession && !others.some(({ sessionId }) => sessionId === chosen);
  const isTwice = (title: string) => others.filter((one) => sessionTitle(one) === title).length > 1;
  const label = (session: LiveSession) => {
    const title = sessionTitle(session);
    return isTwice(title) ? `${title} · ${plainTitle(session.projectName, 60)}` : title;
  };
  return (
    <Labeled name={name}>
      {(id) => (
        <select
          id={id}
          className="prompt-choice"
          tabIndex={tabIndex}
          value={chosen}
          onChange={({ target: { value } }) =>
            onChoose(value, others.find(({ sessionId }) => sessionId === value)?.title ?? '')
          }
        >
          <option value="">{t('This session')}</option>
          {startsNew && <option value={newSession}>{t('A new session')}</option>}
          {isMissing && <option value={chosen}>{sessionTitle({ title: chosenTitle })}</option>}
          {others.map((session) => (
            <option key={session.sessionId} value={session.sessionId}>
              {label(session)}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  );
}

interface RepeatProps {
  readonly draft: FollowUpDraft;
  readonly change: (part: Partial<FollowUpDraft>) => void;
}

function Repeat({ draft, change }: RepeatProps) {
  const tabIndex = useTabIndex();
  return (
    <>
      <label className="across-inline gap-6">
        <input
          type="checkbox"
          tabIndex={tabIndex}
          checked={draft.repeats}
          onChange={({ target }) => change({ repeats: target.checked })}
        />
        {t('Repeat')}
      </label>
      {draft.repeats && (
        <label className="across-inline gap-6 small muted">
          {t('at most')}
          <input
            type="number"
            className="prompt-choice"
            aria-label={t('Times at most')}
            tabIndex={tabIndex}
            min={minRepeats}
            max={maxRepeats}
            value={draft.max}
            onChange={({ target }) => change({ max: target.value })}
          />
          {t('times')}
        </label>
      )}
    </>
  );
}

/** The sessions that a prompt of this session can wait for, or be sent to, by title. */
function useChoices(session: LiveSession): {
  readonly sources: readonly LiveSession[];
  readonly targets: readonly LiveSession[];
} {
  const sessions = useBoard((board) => board.sessions);
  const control = useBoard((board) => board.control);
  return useMemo(() => {
    const sources = [...sessions.values()]
      .filter((other) => isSourceOf(session, other))
      .toSorted((a, b) => sessionTitle(a).localeCompare(sessionTitle(b)));
    return { sources, targets: sources.filter((other) => isTargetOf(session, other, control)) };
  }, [session, sessions, control]);
}
