import { codexId } from '../../../shared/agents/agentLabels';
import type { ControlOffer } from '../../../shared/protocol/control';
import { isInFolder } from '../../../shared/board/folders';
import { t } from '../../../shared/words/l10n';
import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import { Emitter, type Event } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Settings } from '../settings/budgetSetting';
import { absoluteFolder } from './projectList';

/** `on` if requests can be answered in this window, otherwise the reason why they can't. */
export type ControlStatus = 'on' | 'off' | 'untrusted' | 'stranger';

/** The part of the editor's workspace that control depends on. */
export interface Workspace {
  readonly isTrusted: boolean;
  readonly onDidGrantTrust: Event<void>;
  /** The workspace's name for people; undefined without an open folder. */
  readonly name: string | undefined;
  readonly home: string;
}

/** State of this editor's acceptance: a stranger's signatures are not accepted by the hub. */
export interface EditorAcceptance {
  readonly isUntrusted: boolean;
  /** The code that this window shows while it requests acceptance. */
  readonly ownCode: string | undefined;
  readonly onDidChange: Event<void>;
}

/**
 * Watches the settings and the workspace's trust, and sends this window's control offer to the hub.
 */
export class WindowOffer implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private offer: Omit<ControlOffer, 'window'>;

  constructor(
    private readonly settings: Settings,
    private readonly workspace: Workspace,
    private readonly repeatedCalls: CallRepeater<'offerControl'>,
    private readonly standing: EditorAcceptance,
  ) {
    this.offer = this.currentOffer();
    repeatedCalls.storeCall('offerControl', this.offer);
    const ids = [
      settingIds.controlEnabled,
      settingIds.controlDisabledProjects,
      settingIds.controlHoldCodexRequests,
    ];
    this.lifetime.add(
      settings.onDidChange((change) => {
        if (ids.some((id) => change.affectsConfiguration(id))) this.update();
      }),
    );
    this.lifetime.add(workspace.onDidGrantTrust(() => this.update()));
    this.lifetime.add(standing.onDidChange(() => this.update()));
  }

  get status(): ControlStatus {
    if (!this.workspace.isTrusted) return 'untrusted';
    if (this.offer.enabled) return 'on';
    return this.standing.isUntrusted && this.isWanted ? 'stranger' : 'off';
  }

  /** The code with which a person accepts this editor, after acceptance was requested. */
  get code(): string | undefined {
    return this.status === 'stranger' ? this.standing.ownCode : undefined;
  }

  /** Absolute folders whose sessions can be answered only in their terminals. */
  get disabledProjects(): readonly string[] {
    return this.offer.disabledProjects;
  }

  isOffFor(projectPath: string): boolean {
    return this.disabledProjects.some((folder) => isInFolder(folder, projectPath));
  }

  /** Why requests of sessions in the folder can't be answered here; undefined if they can. */
  reasonAgainst(projectPath: string): string | undefined {
    if (this.status === 'untrusted') {
      return t('This workspace isn’t trusted, so requests are answered only in their terminals.');
    }
    if (this.status === 'off') {
      return t('Answering outside the terminal is turned off in the settings.');
    }
    if (this.status === 'stranger') {
      return t(
        'This editor can’t answer yet. Accept it first in an editor that already answers, or by the code in the terminal that runs Mission Control.',
      );
    }
    return this.isOffFor(projectPath)
      ? t('Answering outside the terminal is turned off for this project in the settings.')
      : undefined;
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private update(): void {
    this.offer = this.currentOffer();
    this.repeatedCalls.storeCall('offerControl', this.offer);
    this.changes.fire();
  }

  private get isWanted(): boolean {
    return this.settings.get(settingIds.controlEnabled) !== false;
  }

  private currentOffer(): Omit<ControlOffer, 'window'> {
    const { isTrusted, name, home } = this.workspace;
    const listed = this.settings.get(settingIds.controlDisabledProjects);
    const folders: readonly unknown[] = Array.isArray(listed) ? listed : [];
    return {
      label: name === undefined ? t('another window') : t('the window “{0}”', name.slice(0, 100)),
      enabled: isTrusted && this.isWanted && !this.standing.isUntrusted,
      wanted: this.isWanted,
      starts: true,
      disabledProjects: folders
        .flatMap((folder) => absoluteFolder(folder, home) ?? [])
        .slice(0, 1000),
      ...(this.settings.get(settingIds.controlHoldCodexRequests) === true && {
        heldAgents: [codexId],
      }),
    };
  }
}
