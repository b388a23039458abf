import { CircleUser, Server } from 'lucide-react';
import { t } from '../../shared/words/l10n';

/** Icon before the name of a machine or account, with its kind for screen readers. */
export function MachineIcon({ isAccount }: { readonly isAccount: boolean }) {
  const Icon = isAccount ? CircleUser : Server;
  return (
    <>
      <Icon className="icon" aria-hidden="true" />
      <span className="visually-hidden">{isAccount ? t('Account') : t('Machine')} </span>
    </>
  );
}
