/** Every id the extension contributes, once; a unit test compares it with `package.json`. */
export const extensionId = 'mission-control.mission-control-for-claude-code';

export const commandIds = {
  openBoard: 'missionControl.openBoard',
  installHooks: 'missionControl.installHooks',
  removeHooks: 'missionControl.removeHooks',
  showLog: 'missionControl.showLog',
  /** These take a sessionId or a tree item of a session. */
  openTranscript: 'missionControl.openTranscript',
  openRawTranscript: 'missionControl.openRawTranscript',
  revealInBoard: 'missionControl.revealInBoard',
  openProject: 'missionControl.openProject',
  copySessionId: 'missionControl.copySessionId',
  explainState: 'missionControl.explainState',
  dismissSession: 'missionControl.dismissSession',
  restoreSession: 'missionControl.restoreSession',
  /** The last row of a long list in the tree. */
  showMoreDone: 'missionControl.showMoreDone',
} as const;

/** A session, or one of its subagents. */
export interface SessionTarget {
  readonly sessionId: string;
  readonly agentId?: string;
}

/** What each command may be called with; from menus the editor adds arguments of its own. */
export interface CommandArguments {
  [commandIds.openBoard]: [];
  [commandIds.installHooks]: [];
  [commandIds.removeHooks]: [];
  [commandIds.showLog]: [];
  [commandIds.openTranscript]: [target?: string | SessionTarget];
  [commandIds.openRawTranscript]: [target?: string | SessionTarget];
  [commandIds.revealInBoard]: [target?: string | SessionTarget];
  [commandIds.openProject]: [target?: string | SessionTarget];
  [commandIds.copySessionId]: [target?: string | SessionTarget];
  [commandIds.explainState]: [target?: string | SessionTarget];
  [commandIds.dismissSession]: [target?: string | SessionTarget];
  [commandIds.restoreSession]: [target?: string | SessionTarget];
  [commandIds.showMoreDone]: [];
}

export const viewIds = {
  container: 'missionControl',
  sessions: 'missionControl.sessions',
  boardPanel: 'missionControl.board',
} as const;

export const settingIds = {
  configHome: 'missionControl.configHome',
  budgetPerSession: 'missionControl.budget.perSession',
  budgetPerDay: 'missionControl.budget.perDay',
} as const;

export const contextKeys = {
  /** `unknown`, `installed`, `missing` or `outdated`. */
  hooks: 'missionControl.hooks',
  /** True once the first snapshot arrived. */
  ready: 'missionControl.ready',
} as const;

/** Scheme and language of the readable transcript document. */
export const transcriptScheme = 'claude-transcript';
export const transcriptLanguageId = 'claude-transcript';
