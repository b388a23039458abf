import { counted, t } from '../../../shared/l10n';
import type { LiveSession } from '../../../shared/protocol';
import { isControlled, takesPrompts } from '../../canPrompt';
import { useBoard, usePage, usePrompts, useView } from '../../page';
import { waitText } from '../../promptText';
import { PromptForm } from './PromptForm';
import { PromptItem } from './PromptItem';

interface Props {
  readonly session: LiveSession;
  /** Whether Tab reaches what is in it. */
  readonly reachable: boolean;
}

/** What is in line for a session, and the box for what comes next. */
export function PromptPanel({ session, reachable }: Props) {
  const { sessionId, prompting } = session;
  const { prompts: written, view } = usePage();
  const controlled = useBoard(({ control }) => isControlled(control, session));
  const open = useView(
    ({ disclosed }) =>
      disclosed.has(`prompt/${sessionId}`) || disclosed.has(`details/${sessionId}`),
  );
  const inColumns = useView(({ layout }) => layout === 'columns');
  const problem = usePrompts(({ problems }) => problems.get(sessionId));
  const prompts = prompting?.prompts ?? [];
  const inLine = prompts.filter(({ state }) => state !== 'read').length;
  const mayWrite = open && takesPrompts(session);
  if (!controlled || !(inLine > 0 || mayWrite)) return null;
  const wait = waitText(session);
  const { waitsFor } = prompting ?? {};
  const isUncertain = prompts.some(({ state }) => state === 'uncertain');
  const goesOn = waitsFor === 'session' || (waitsFor === 'person' && !isUncertain);
  const tabIndex = reachable ? 0 : -1;
  if (!inColumns && !open) {
    return (
      <button
        type="button"
        className="prompt-folded"
        data-action="prompts"
        data-alarming={isUncertain}
        tabIndex={tabIndex}
        onClick={() => view.toggle(`prompt/${sessionId}`)}
      >
        {isUncertain
          ? t('A prompt may not have arrived')
          : counted(inLine, 'One prompt in line', '{0} prompts in line')}
      </button>
    );
  }
  return (
    <div className="prompting">
      {prompts.length > 0 && (
        <ol className="prompt-line" aria-label={t('Prompts in line')}>
          {prompts.map((prompt, place) => (
            <PromptItem
              key={prompt.id}
              sessionId={sessionId}
              prompt={prompt}
              isFirst={prompts[place - 1]?.state !== 'queued'}
              isLast={place === prompts.length - 1}
              tabIndex={tabIndex}
            />
          ))}
        </ol>
      )}
      {wait !== undefined && (
        <p className="prompt-note">
          {wait}
          {goesOn && (
            <button
              type="button"
              className="secondary"
              data-action="sendOn"
              tabIndex={tabIndex}
              onClick={() => written.change(sessionId, { kind: 'go' })}
            >
              {waitsFor === 'session' ? t('Resume and Send') : t('Send Now')}
            </button>
          )}
        </p>
      )}
      {problem !== undefined && (
        <p className="prompt-note" data-alarming="true" role="alert">
          {problem}
        </p>
      )}
      {mayWrite && <PromptForm session={session} tabIndex={tabIndex} />}
    </div>
  );
}
