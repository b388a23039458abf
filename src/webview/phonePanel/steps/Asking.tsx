import { Smartphone } from 'lucide-react';
import type { PairingStep } from '../../../shared/messages/phonePanelMessages';
import type { PhoneScope } from '../../../shared/protocol/phones';
import { t } from '../../../shared/words/l10n';
import { Button } from '../../components/Button';
import { usePanel } from '../panel';
import { spellCode } from '../spellCode';

type StepOf<Type> = Extract<PairingStep, { readonly type: Type }>;

/**
 * The phone that waits for acceptance. No button is preselected, because the person has to look at
 * the phone first.
 */
export function AskingStep({ device, name, code, isJudged }: StepOf<'asking'>) {
  const { post } = usePanel();
  const judge = (verdict: PhoneScope | 'refuse') => () => post({ type: 'judge', device, verdict });
  return (
    <div className="box asking grid gap-12 frame">
      <p className="asking-name across gap-10 bright breaks">
        <Smartphone className="icon" aria-hidden="true" />
        <strong>{name}</strong>
      </p>
      <p>{t('Does the phone show this code?')}</p>
      <p className="code rounder on-page bright bold mono one-line">
        <span aria-hidden="true">{code}</span>
        <span className="visually-hidden">{spellCode(code)}</span>
      </p>
      <p className="muted">
        {t(
          'If it shows another one, or if this is not your phone, refuse: somebody else has seen the QR code.',
        )}
      </p>
      <div className="buttons verdicts flows gap-8">
        <Button
          primary
          name={t('Watch and Answer')}
          title={t('Sees your sessions, answers what they ask, and sends prompts')}
          disabled={isJudged}
          onClick={judge('answer')}
        />
        <Button
          name={t('Watch')}
          title={t('Sees your sessions, and changes nothing')}
          disabled={isJudged}
          onClick={judge('watch')}
        />
        <Button name={t('Refuse')} disabled={isJudged} onClick={judge('refuse')} />
      </div>
      <dl className="meanings icon-text muted">
        <dt>{t('Watch and Answer')}</dt>
        <dd>{t('Sees your sessions, answers what they ask, and sends prompts')}</dd>
        <dt>{t('Watch')}</dt>
        <dd>{t('Sees your sessions, and changes nothing')}</dd>
      </dl>
    </div>
  );
}
