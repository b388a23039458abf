import { accountName, machineName } from '../texts/machineText';
import { foldCaseAndAccents } from './filterTokens';

type Placed = Parameters<typeof accountName>[0];

/** Values for `machine:` and `account:`; a session of another account has none for `machine:`. */
export function placeWords(session: Placed, key: 'machine' | 'account'): readonly string[] {
  const account = accountName(session);
  const name = key === 'account' ? account : account === '' ? machineName(session) : '';
  return name === '' ? [] : [foldCaseAndAccents(name)];
}
