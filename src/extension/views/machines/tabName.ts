import { plainTitle } from '../../../shared/text/plainText';

/** Escapes untrusted text for a terminal's name, in which the tab renders `$(icon)`. */
export function tabName(name: string): string {
  return plainTitle(name, 60).replaceAll('$(', '$ (');
}
