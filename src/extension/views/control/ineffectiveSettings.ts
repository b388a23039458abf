import type { EditorAcceptance } from './controlState';
import { t } from '../../../shared/words/l10n';
import { settingIds } from '../../manifest';
import type { Event } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';

/** Settings that are sent to the hub with a signature, except those for control. */
const signedIds = [
  settingIds.machines,
  settingIds.rules,
  settingIds.pullRequests,
  settingIds.phonePushAfterSeconds,
  settingIds.phonePushText,
  settingIds.phonePingUrl,
];

export interface IneffectiveSettingsParts {
  readonly standing: EditorAcceptance;
  /** True if the person has set the setting in any scope. */
  readonly isSet: (id: string) => boolean;
  readonly onDidChangeSettings: Event<unknown>;
  /** True while this window has the focus; `onDidComeInFront` fires when that changes. */
  readonly isInFront: () => boolean;
  readonly onDidComeInFront: Event<unknown>;
  /** Shows the text with an offer to request acceptance. */
  readonly say: (text: string) => void;
}

/**
 * Warns about the settings that have no effect while the hub has not accepted this editor. The
 * warning is repeated only after the list of settings changed.
 */
export class IneffectiveSettings implements Disposable {
  private readonly lifetime = new DisposableStore();
  private lastList = '';

  constructor(private readonly parts: IneffectiveSettingsParts) {
    const { standing, onDidChangeSettings, onDidComeInFront } = parts;
    for (const event of [standing.onDidChange, onDidChangeSettings, onDidComeInFront]) {
      this.lifetime.add(event(() => this.checkSettings()));
    }
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private checkSettings(): void {
    const { standing, isSet, isInFront, say } = this.parts;
    if (!isInFront()) return;
    const ids = standing.isUntrusted ? signedIds.filter(isSet) : [];
    const list = ids.join(', ');
    if (list === this.lastList) return;
    this.lastList = list;
    if (list === '') return;
    say(t('This editor has not been accepted yet, so these settings have no effect: {0}.', list));
  }
}
