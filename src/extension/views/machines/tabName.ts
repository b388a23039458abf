import { plainTitle } from '../../../shared/text/plainText';

/** Foreign text as the name of a terminal, whose tab draws icons. */
export function tabName(name: string): string {
  return plainTitle(name, 60).replaceAll('$(', '$ (');
}
