import { Timer } from 'lucide-react';
import { use } from 'react';
import type { ItemOf } from '../../../../shared/messages/readerItems';
import type { GrantUse } from '../../../../shared/protocol/work/grants';
import { plainLine } from '../../../../shared/text/plainText';
import { t } from '../../../../shared/words/l10n';
import { GrantUseContext } from '../../allowedCalls';
import type { RunCall } from '../../runs';

interface Props {
  readonly item: ItemOf<'tool'>;
  readonly result: ItemOf<'result'> | undefined;
}

/** Who allowed the call for a while, if it did not wait for an answer of its own. */
export function AllowedBy({ item, result }: Props) {
  const found = use(GrantUseContext)?.(item, result);
  return found === undefined ? null : <AllowedLine text={allowedText(found)} />;
}

/** Who allowed calls of a run for a while: one line for each grant. */
export function AllowedInRun({ calls }: { readonly calls: readonly RunCall[] }) {
  const findUse = use(GrantUseContext);
  const uses = new Map<string, { readonly use: GrantUse; count: number }>();
  for (const { item, result } of calls) {
    const found = findUse?.(item, result);
    if (found === undefined) continue;
    const ofGrant = uses.get(found.grant) ?? { use: found, count: 0 };
    ofGrant.count += 1;
    uses.set(found.grant, ofGrant);
  }
  return [...uses].map(([grant, { use: found, count }]) => (
    <AllowedLine key={grant} text={allowedText(found, count, calls.length)} />
  ));
}

function AllowedLine({ text }: { readonly text: string }) {
  return (
    <p className="outcome" data-outcome="allowed">
      <Timer className="icon" aria-hidden="true" /> {text}
    </p>
  );
}

function allowedText(found: GrantUse, count = 1, all = count): string {
  const [by, words] = [plainLine(found.by, 80), plainLine(found.words, 120)];
  if (count === all) return t('Allowed by {0}, for a while ({1})', by, words);
  return t('{0} of {1} allowed by {2}, for a while ({3})', count, all, by, words);
}
