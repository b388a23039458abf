import { useId, useState } from 'react';
import { t } from '../../../../shared/words/l10n';
import { Button } from '../../../components/Button';
import { usePhone } from '../phone';

/** Longest text that is parsed as a link, in characters. */
const maxLength = 2_000;

/** Connects by a typed or pasted link, without a camera. */
export function LinkForm() {
  const { model } = usePhone();
  const [link, setLink] = useState('');
  const id = useId();
  return (
    <form
      className="link-form stack gap-10"
      onSubmit={(event) => {
        event.preventDefault();
        if (link.trim() !== '') model.pairBy(link.trim());
      }}
    >
      <label className="text-size muted" htmlFor={id}>
        {t('Or paste the link below the code')}
      </label>
      <input
        id={id}
        type="text"
        inputMode="url"
        className="answer-words"
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={maxLength}
        placeholder="https://…"
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
      <Button
        type="submit"
        primary
        name={t('Connect')}
        action="pair"
        disabled={link.trim() === ''}
      />
    </form>
  );
}
