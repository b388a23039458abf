import { t } from '../../shared/words/l10n';
import type { ControlCard } from '../../shared/messages/pageMessages';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { PromptCard, PromptWay } from '../../shared/protocol/prompts';
import { isControlled, takesPrompts } from './cardFacts';

/** Fate of a prompt in words; `time` is the time of its state. */
export function fateOf({ state, way, isForeign }: PromptCard, time: string): string {
  if (state === 'queued' && isForeign === true) {
    return t('In line, but not in your words: the file of prompts was changed, or is older');
  }
  switch (state) {
    case 'queued':
      return t('In line');
    case 'handedOver':
      return byWay(way, {
        hook: t('Sent, handed over by its hook'),
        runner: t('Sent'),
        terminal: t('Sent, typed into its terminal'),
      });
    case 'uncertain':
      return byWay(way, {
        hook: t('Sent, handed over by its hook; nothing tells that it arrived'),
        runner: t('Sent; nothing tells that it arrived'),
        terminal: t('Sent, typed into its terminal; nothing tells that it arrived'),
      });
    case 'read':
      return byWay(way, {
        hook: t('Read at {0}, handed over by its hook', time),
        runner: t('Read at {0}', time),
        terminal: t('Read at {0}, typed into its terminal', time),
      });
  }
}

function byWay(way: PromptCard['way'], texts: Readonly<Record<PromptWay, string>>): string {
  return texts[way ?? 'terminal'];
}

/** Reason why the queue waits; undefined where it does not. */
export function waitText({ prompting }: LiveSession): string | undefined {
  switch (prompting?.waitsFor) {
    case 'turn':
      return t('The next one is sent when the session rests.');
    case 'person':
      return prompting.prompts.some(({ state }) => state === 'uncertain')
        ? t('The line waits for what becomes of the one before.')
        : t('The last turn failed or was interrupted, so the line waits for you.');
    case 'confirm':
      return t(
        'The next one was not written in a window that may answer: look at it before it is sent.',
      );
    case 'way':
      return t(
        'No terminal of the editor runs this session, and its hook does not wait: the line goes on after its next turn.',
      );
    case 'session':
      return t('No process runs this session any more.');
    case 'control':
      return t('No window offers to send prompts to this session.');
    case undefined:
      return undefined;
  }
}

/** Reason why no prompt can be sent from here; undefined where one can. */
export function reasonAgainstPrompts(
  session: LiveSession | undefined,
  control: ControlCard,
): string | undefined {
  if (session === undefined) return t('This session is not on the board any more.');
  if (!isControlled(control, session)) return t('No prompt can be sent from this window now.');
  return takesPrompts(session) ? undefined : t('This session takes no prompt at the moment.');
}

/** Text of what happens to a prompt that is sent now. */
export function promiseOf({ pid, prompting, agentState }: LiveSession): string {
  if (pid === undefined) return t('Resumes the session in a terminal.');
  const works = agentState.group === 'autonomous';
  switch (prompting?.way) {
    case 'terminal':
      return works
        ? t('Is typed into its terminal when the turn is over.')
        : t('Is typed into its terminal.');
    case 'hook':
      return works
        ? t(
            'Is handed over by its hook when the turn is over: the agent sees it as a notification.',
          )
        : t('Is handed over by its hook: the agent sees it as a notification.');
    case 'runner':
      return works ? t('Is sent when the turn is over.') : t('Is sent at once.');
    case undefined:
      return t(
        'Is kept until the session can be reached: after its next turn, or in a terminal of the editor.',
      );
  }
}
