import { t } from '../../../../shared/words/l10n';
import { type ItemOf, keyOf } from '../../../../shared/messages/readerItems';
import { languageOfPath } from '../../highlight';
import { Markdown } from '../Markdown';
import { Output, LoadRest } from './Output';
import { PictureList } from '../PictureList';

interface Props {
  readonly result: ItemOf<'result'>;
  /** True for the report of a subagent. */
  readonly isMarkdown: boolean;
}

/** Content of the result of a call. */
export function ResultBody({ result, isMarkdown }: Props) {
  const { text, path, firstLine, pictures } = result;
  const language = path === undefined ? '' : languageOfPath(path);
  const isReport = isMarkdown && result.outcome === 'done';
  return (
    <>
      {isReport && (
        <div className="task">
          <Markdown text={text.text} />
          <LoadRest text={text} place={result} />
        </div>
      )}
      {!isReport && text.text !== '' && (
        <Output
          text={text}
          place={result}
          name={keyOf(result)}
          label={path === undefined ? t('Output') : t('Content of {0}', path)}
          language={language}
          firstLine={firstLine}
        />
      )}
      {text.text === '' && pictures === 0 && <p className="muted">{t('No output')}</p>}
      <PictureList place={result} count={pictures} />
    </>
  );
}
