import { ruleLimits, type RuleSet, type RulesOffer } from '../../../shared/protocol/layers/rules';
import { t } from '../../../shared/words/l10n';
import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import type { Event } from '../../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import { readRules } from './readRules';

/** Debounce in ms after the last change of a rule. */
const typingMs = 400;

/** The unparsed rules of the editor's settings and of extensions. */
export interface RuleSources {
  readonly user: unknown;
  /** The rules of the workspace and its folders; empty if the workspace is not trusted. */
  readonly workspace: readonly { readonly folders: readonly string[]; readonly value: unknown }[];
  readonly extensions: readonly { readonly id: string; readonly value: unknown }[];
  readonly onDidChange: Event<void>;
}

/**
 * Sends the rules of this window to the hub, now and after each change. Each problem is reported
 * once.
 */
export function followRules(
  sources: RuleSources,
  repeatedCalls: CallRepeater<'offerRules'>,
  say: (problem: string, origin: 'user' | 'workspace' | 'extension') => void,
  debounceMs = typingMs,
): Disposable {
  const reported = new Set<string>();
  const lifetime = new DisposableStore();
  let typing: NodeJS.Timeout | undefined;
  const send = (): void => {
    repeatedCalls.storeCall(
      'offerRules',
      offerIn(sources, (problem, origin) => {
        if (reported.has(problem)) return;
        reported.add(problem);
        say(problem, origin);
      }),
    );
  };
  lifetime.add(
    sources.onDidChange(() => {
      clearTimeout(typing);
      typing = setTimeout(send, debounceMs);
    }),
  );
  lifetime.add(toDisposable(() => clearTimeout(typing)));
  send();
  return lifetime;
}

/** A sentence for each invalid rule, in all scopes. */
export function problemsIn(sources: Omit<RuleSources, 'onDidChange'>): readonly string[] {
  const problems = new Set<string>();
  offerIn(sources, (problem) => problems.add(problem));
  return [...problems];
}

/** The valid rules of each scope; `say` is called with each problem of an invalid rule. */
export function offerIn(
  { user, workspace, extensions }: Omit<RuleSources, 'onDidChange'>,
  say: (problem: string, origin: 'user' | 'workspace' | 'extension') => void,
): Omit<RulesOffer, 'window'> {
  const read = (
    value: unknown,
    place: string,
    origin: 'user' | 'workspace' | 'extension',
  ): RuleSet => {
    const { rules, problems } = readRules(value);
    for (const problem of problems) say(`${place}: ${problem}`, origin);
    return rules;
  };
  const ofWorkspace = t('{0} of the workspace', settingIds.rules);
  return {
    user: read(user, settingIds.rules, 'user'),
    workspace: workspace
      .slice(0, ruleLimits.sets)
      .map(({ folders, value }) => ({
        folders: [...folders],
        rules: read(value, ofWorkspace, 'workspace'),
      }))
      .filter(({ rules }) => isAny(rules)),
    extensions: extensions
      .slice(0, ruleLimits.sets)
      .map(({ id, value }) => ({
        id,
        rules: read(value, t('The rules of the extension {0}', id), 'extension'),
      }))
      .filter(({ rules }) => isAny(rules)),
  };
}

function isAny({ signals, labels }: RuleSet): boolean {
  return signals.length + labels.length > 0;
}
