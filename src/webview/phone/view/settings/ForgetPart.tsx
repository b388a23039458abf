import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../shared/words/l10n';
import { plainTitle } from '../../../../shared/text/plainText';
import { Button } from '../../../components/Button';
import { usePhone, usePhoneState } from '../phone';

/** Unpairs the phone from the computer, after a confirmation. */
export function ForgetPart() {
  const { model } = usePhone();
  const machine = usePhoneState((state) => state.machine);
  const [step, setStep] = useState<'rest' | 'ask' | 'forgetting'>('rest');
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (step === 'ask') question.current?.focus();
  }, [step]);
  const name = plainTitle(machine ?? '', 80) || t('this computer');
  return (
    <section className="sheet-part stack gap-12 frame" aria-labelledby="computer">
      <h3 id="computer" className="note-size muted bold">
        {t('Computer')}
      </h3>
      {step === 'rest' ? (
        <Button name={t('Forget This Computer…')} action="forget" onClick={() => setStep('ask')} />
      ) : (
        <>
          <p ref={question} tabIndex={-1} className="sheet-question">
            {t(
              'Forget {0}? To see it again, this phone has to be connected anew at the computer.',
              name,
            )}
          </p>
          <div className="sheet-choice grid">
            <Button
              name={t('Keep')}
              action="keep"
              disabled={step === 'forgetting'}
              onClick={() => setStep('rest')}
            />
            <Button
              className="danger centered"
              name={t('Forget')}
              action="forgetNow"
              disabled={step === 'forgetting'}
              onClick={() => {
                setStep('forgetting');
                void model.forget().finally(() => setStep('rest'));
              }}
            />
          </div>
        </>
      )}
    </section>
  );
}
