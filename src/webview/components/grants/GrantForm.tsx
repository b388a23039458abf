import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { GrantRule, GrantScope, GrantTerms } from '../../../shared/protocol/work/grants';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import {
  durationName,
  grantButton,
  grantDurations,
  grantOffer,
  grantUseCounts,
  hasSubagents,
  isOfSubagent,
} from '../../../shared/board/grantOffer';
import { grantText } from '../../../shared/request/grantText';
import { plainLine } from '../../../shared/text/plainText';
import { sentenceCase } from '../../../shared/text/sentenceCase';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { decideOn } from '../../decide/decide';
import type { DecidedBy } from '../../decide/decisions';
import { grantPieces, mustSee, requestPieces } from '../../decide/sight';
import { isChord } from '../../keys/shortcut';
import { useBoard, useHasEditor, usePage } from '../../page';
import { Button } from '../Button';

interface Props {
  readonly session: LiveSession;
  /** The complete request. */
  readonly request: PendingRequest;
  /** Reason why the pieces with this name cannot be allowed yet; undefined once all were seen. */
  readonly notYet: (name: string) => string | undefined;
  readonly onClose: () => void;
}

/** Form that allows a request and later ones like it for a while; says why if it cannot. */
export function GrantForm(props: Props) {
  const { none, rules } = grantOffer(props.session, props.request);
  return none === undefined ? (
    <Form {...props} rules={rules} />
  ) : (
    <output className="answer-note small muted">{none}</output>
  );
}

interface FormProps extends Props {
  readonly rules: readonly [GrantRule, ...GrantRule[]];
}

function Form({ session, request, notYet, onClose, rules }: FormProps) {
  const page = usePage();
  const home = useBoard((state) => state.home);
  const hasEditor = useHasEditor();
  const id = useId();
  const form = useRef<HTMLFieldSetElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [ruleIndex, setRuleIndex] = useState(0);
  const [choice, setChoice] = useState<Omit<GrantTerms, 'rule' | 'project'>>({
    scope: 'session',
    ms: grantDurations[0],
    ...(isOfSubagent(request) && { subagents: true }),
  });
  useEffect(() => {
    first.current?.focus();
    // The focus alone brings only the first rule into view.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { ms, uses, scope, subagents } = choice;
  const change = (part: Partial<typeof choice>) => setChoice({ ...choice, ...part });
  const terms: GrantTerms = {
    ...choice,
    rule: rules[ruleIndex] ?? rules[0],
    project: session.projectPath,
  };
  const give = (by: DecidedBy) => decideOn(page, session, { kind: 'allow' }, by, terms);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && isChord(event)) give('key');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const project = plainLine(session.projectName, 60);
  return (
    // A fieldset instead of a form, because Enter in a form's field would allow the request.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of all its fields
    <fieldset ref={form} className="grant-form answer-form stack gap-8" onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{t('Allow for a while')}</legend>
      <div className="stack gap-6" {...{ [mustSee]: grantPieces }}>
        <div role="radiogroup" className="stack gap-2" aria-label={t('What is allowed')}>
          {rules.map((rule, index) => (
            <label key={grantText(rule, '')} className="grant-rule across-top gap-6">
              <input
                ref={index === 0 ? first : undefined}
                type="radio"
                name={`${id}rule`}
                checked={index === ruleIndex}
                onChange={() => setRuleIndex(index)}
              />
              <span className="breaks">{sentenceCase(grantText(rule, ''))}</span>
            </label>
          ))}
        </div>
        {rules[0].kind !== 'folder' && (
          <p className="muted breaks">
            {t('Only in {0}', plainLine(formatPath(rules[0].cwd, home), Infinity))}
          </p>
        )}
        <div className="grant-limits across wraps">
          <Choice
            name={t('How long')}
            values={grantDurations}
            chosen={ms}
            label={durationName}
            onChoose={(value) =>
              change({ ms: value, ...(value === undefined && { scope: 'session' }) })
            }
          />
          <Choice
            name={t('How often')}
            values={grantUseCounts}
            chosen={uses}
            label={(value) =>
              value === undefined ? t('any number of times') : t('{0} times', value)
            }
            onChoose={(value) => change({ uses: value })}
          />
          <Choice<GrantScope>
            name={t('Where')}
            values={ms === undefined ? ['session'] : ['session', 'project']}
            chosen={scope}
            label={(value) =>
              value === 'session' ? t('this session') : t('all sessions of {0}', project)
            }
            onChoose={(value) => change({ scope: value })}
          />
        </div>
        {hasSubagents(session, request) && (
          <label className="answer-check across gap-6">
            <input
              type="checkbox"
              checked={subagents === true}
              disabled={isOfSubagent(request)}
              onChange={({ target }) => change({ subagents: target.checked ? true : undefined })}
            />
            {isOfSubagent(request) ? t('Also for subagents: one asks') : t('Also for subagents')}
          </label>
        )}
      </div>
      {!hasEditor && (
        // The next hub cannot check a phone's signature.
        <p className="small muted">
          {t('It ends, too, when Mission Control restarts on the computer.')}
        </p>
      )}
      <div className="answer-buttons across wraps gap-4-6">
        <Button
          name={grantButton(terms)}
          action="giveGrant"
          primary
          tabIndex={0}
          notYet={notYet(requestPieces) ?? notYet(grantPieces)}
          onClick={() => give('pointer')}
        />
        <Button name={t('Cancel')} action="cancelGrant" tabIndex={0} onClick={onClose} />
      </div>
    </fieldset>
  );
}

interface ChoiceProps<Value> {
  readonly name: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly label: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string | number | undefined>({
  name,
  values,
  chosen,
  label,
  onChoose,
}: ChoiceProps<Value>) {
  const id = useId();
  return (
    <span className="follow-up-part across-inline gap-4">
      <label htmlFor={id} className="small muted">
        {name}
      </label>
      <select
        id={id}
        className="prompt-choice"
        value={values.indexOf(chosen)}
        onChange={({ target }) => onChoose(values[Number(target.value)] as Value)}
      >
        {values.map((value, index) => (
          <option key={label(value)} value={index}>
            {label(value)}
          </option>
        ))}
      </select>
    </span>
  );
}
