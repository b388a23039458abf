import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { message, t } from '../../../../shared/words/l10n';
import { type ItemOf, keyOf, type QuestionText } from '../../../../shared/messages/readerItems';
import { ownOf } from '../../../../shared/text/fields';
import { languageOfPath } from '../../highlight';
import { numbered } from '../../../numbered';
import { DiffView } from './DiffView';
import { Markdown } from '../Markdown';
import { Output, LoadRest } from './Output';

interface Props {
  readonly item: ItemOf<'tool'>;
  readonly result: ItemOf<'result'> | undefined;
}

/** Content of a tool call in addition to its summary. */
export function ToolBody({ item, result }: Props) {
  const { body } = item;
  const name = keyOf(item);
  switch (body.type) {
    case 'none':
      return null;
    case 'command':
      return (
        <Output text={body.text} place={item} name={name} label={t('Command')} language="bash" />
      );
    case 'file':
      return (
        <Output
          text={body.text}
          place={item}
          name={name}
          label={t('Written text')}
          language={languageOfPath(item.path ?? '')}
          firstLine={1}
        />
      );
    case 'edits':
      return <DiffView call={item} result={result} replacements={body.edits} name={name} />;
    case 'markdown':
      return (
        <div className={body.isPlan ? 'plan' : 'task'}>
          <Markdown text={body.text.text} />
          <LoadRest text={body.text} place={item} />
        </div>
      );
    case 'todos':
      return (
        <ul className="todos">
          {numbered(body.todos).map(({ id, value: { status, text } }) => (
            <Todo key={id} status={status} text={text} />
          ))}
        </ul>
      );
    case 'questions':
      return numbered(body.questions).map(({ id, value }) => (
        <Question key={id} question={value} />
      ));
    case 'fields':
      return (
        <dl className="fields">
          {body.fields.map(({ name: field, value }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      );
  }
}

const todoLooks: Readonly<Record<string, { readonly Icon: typeof Circle; readonly word: string }>> =
  {
    completed: { Icon: CircleCheck, word: message('Done') },
    in_progress: { Icon: CircleDot, word: message('In progress') },
  };

function Todo({ status, text }: { readonly status: string; readonly text: string }) {
  const { Icon, word } = ownOf(todoLooks, status) ?? { Icon: Circle, word: message('Open') };
  return (
    <li className="todo" data-status={status}>
      <Icon className="icon" aria-hidden="true" />
      <span className="visually-hidden">{t(word)}: </span>
      {text}
    </li>
  );
}

function Question({ question }: { readonly question: QuestionText }) {
  return (
    <div className="asked">
      <p className="asked-text">{question.question}</p>
      <ol>
        {numbered(question.options).map(({ id, value: { label, about } }) => (
          <li key={id}>
            <strong>{label}</strong>
            {about !== '' && <span className="muted"> {about}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
