import type { Standing } from './controlState';
import { t } from '../../../shared/words/l10n';
import { settingIds } from '../../manifest';
import type { Event } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';

/** The settings that reach the hub under a signature, besides those about answering. */
const signedIds = [
  settingIds.machines,
  settingIds.rules,
  settingIds.pullRequests,
  settingIds.phonePushAfterSeconds,
  settingIds.phonePushText,
  settingIds.phonePingUrl,
];

export interface UnheardSettingsParts {
  readonly standing: Standing;
  /** Whether a person gave the setting a value, anywhere. */
  readonly isSet: (id: string) => boolean;
  readonly onDidChangeSettings: Event<unknown>;
  /** Whether a person is at this window, and when one may have come. */
  readonly isInFront: () => boolean;
  readonly onDidComeInFront: Event<unknown>;
  /** Says it, and offers to ask. */
  readonly say: (text: string) => void;
}

/** Says which settings have no effect while the hub has not accepted this editor; the same ones once. */
export class UnheardSettings implements Disposable {
  private readonly lifetime = new DisposableStore();
  private said = '';

  constructor(private readonly parts: UnheardSettingsParts) {
    const { standing, onDidChangeSettings, onDidComeInFront } = parts;
    for (const event of [standing.onDidChange, onDidChangeSettings, onDidComeInFront]) {
      this.lifetime.add(event(() => this.look()));
    }
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private look(): void {
    const { standing, isSet, isInFront, say } = this.parts;
    if (!isInFront()) return;
    const ids = standing.isStranger ? signedIds.filter(isSet) : [];
    const list = ids.join(', ');
    if (list === this.said) return;
    this.said = list;
    if (list === '') return;
    say(t('This editor has not been accepted yet, so these settings have no effect: {0}.', list));
  }
}
