import { plainTitle } from '../../../shared/text/plainText';

/** Untrusted text as a terminal's name; its tab renders `$(icon)`. */
export function tabName(name: string): string {
  return plainTitle(name, 60).replaceAll('$(', '$ (');
}
