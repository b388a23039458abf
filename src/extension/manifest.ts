import { actionCommands, type ActionCommand } from '../shared/actions/sessionActions';

/** Id of the extension. A unit test compares the ids in this file with `package.json`. */
export const extensionId = 'mission-control.mission-control-for-claude-code';

type ActionIds = { readonly [Name in ActionCommand]: `missionControl.${Name}` };

export const commandIds = {
  /** Commands whose argument identifies a session: its id, a row of the tree, or a request. */
  ...(Object.fromEntries(
    actionCommands.map((name) => [name, `missionControl.${name}`]),
  ) as unknown as ActionIds),
  openBoard: 'missionControl.openBoard',
  showBoardView: 'missionControl.showBoardView',
  filterSessions: 'missionControl.filterSessions',
  clearFilter: 'missionControl.clearFilter',
  findSession: 'missionControl.findSession',
  newBoardSession: 'missionControl.newBoardSession',
  showMenu: 'missionControl.showMenu',
  nextSession: 'missionControl.nextSession',
  /** Commands for sessions that changed since they were last seen. */
  nextChanged: 'missionControl.nextChanged',
  markAllSeen: 'missionControl.markAllSeen',
  installHooks: 'missionControl.installHooks',
  removeHooks: 'missionControl.removeHooks',
  /** Buttons of the diff that shows a change of Claude Code's settings for confirmation. */
  installShownHooks: 'missionControl.installShownHooks',
  removeShownHooks: 'missionControl.removeShownHooks',
  addShownRule: 'missionControl.addShownRule',
  changeNothing: 'missionControl.changeNothing',
  removeEverything: 'missionControl.removeEverything',
  /** Available after everything was removed. */
  startAgain: 'missionControl.startAgain',
  showLog: 'missionControl.showLog',
  /** Commands for stranded sessions: those that ended because the computer or an editor stopped. */
  resumeStranded: 'missionControl.resumeStranded',
  leaveStranded: 'missionControl.leaveStranded',
  /** Available if another editor controls sessions on this machine. */
  askToAnswer: 'missionControl.askToAnswer',
  connectPhone: 'missionControl.connectPhone',
  managePhones: 'missionControl.managePhones',
  /** Lists the active grants. */
  showGrants: 'missionControl.showGrants',
  /** Opens the record of the requests that grants have allowed. */
  showGrantUses: 'missionControl.showGrantUses',
  exportAllowedRequests: 'missionControl.exportAllowedRequests',
  addMachine: 'missionControl.addMachine',
  manageMachines: 'missionControl.manageMachines',
  installCommandLine: 'missionControl.installCommandLine',
  /** Show the next or previous part of the files of the open review. */
  nextReviewFiles: 'missionControl.nextReviewFiles',
  previousReviewFiles: 'missionControl.previousReviewFiles',
  /**
   * Commands for the open review; a menu passes the document of the file that it was opened for.
   */
  stageReviewed: 'missionControl.stageReviewed',
  stageAllReviewed: 'missionControl.stageAllReviewed',
  revertReviewed: 'missionControl.revertReviewed',
  commitReviewed: 'missionControl.commitReviewed',
  sendReviewComments: 'missionControl.sendReviewComments',
  /** Allows the request of the diff that is passed, or of the active one. */
  allowShownRequest: 'missionControl.allowShownRequest',
  /** Commands for the plan whose document is passed, or for the plan in the active editor. */
  approvePlan: 'missionControl.approvePlan',
  approvePlanAcceptEdits: 'missionControl.approvePlanAcceptEdits',
  sendBackPlan: 'missionControl.sendBackPlan',
  /**
   * Commands for the unsent text that a person wrote on a plan before it was answered elsewhere.
   */
  sendPlanWords: 'missionControl.sendPlanWords',
  copyPlanWords: 'missionControl.copyPlanWords',
  discardPlanWords: 'missionControl.discardPlanWords',
  /** Commands that the editor calls for comments on lines of plans and reviews. */
  addComment: 'missionControl.addComment',
  editComment: 'missionControl.editComment',
  saveComment: 'missionControl.saveComment',
  cancelComment: 'missionControl.cancelComment',
  deleteComment: 'missionControl.deleteComment',
  deleteCommentThread: 'missionControl.deleteCommentThread',
  muteForAnHour: 'missionControl.muteForAnHour',
  testRules: 'missionControl.testRules',
  /** Opens the transcript of the tree's selected row, or shows more rows of its section. */
  openRow: 'missionControl.openRow',
} as const;

/** A session or one of its subagents. */
export interface SessionTarget {
  readonly sessionId: string;
  readonly agentId?: string;
  /** Text in the transcript to which the transcript is scrolled. */
  readonly quote?: string;
}

/**
 * A request of a session. It is identified by its held call, so that a later request is not
 * affected.
 */
export interface RequestTarget {
  readonly sessionId: string;
  readonly call: string;
}

/** A request as a person saw it: `shown` is the digest of its content at that time. */
export interface ShownTarget extends RequestTarget {
  readonly shown: string;
}

/** Address of a document in the editor. */
export interface DocumentAddress {
  readonly scheme: string;
  readonly path: string;
}

type ActionArgument<Name extends ActionCommand> =
  | string
  | SessionTarget
  | (Name extends 'allowRequest' | 'denyRequest' | 'denyRequestWithMessage' ? ShownTarget : never)
  | (Name extends 'mute' | 'tagSession' ? readonly string[] : never);

type ActionArguments = {
  [Name in ActionCommand as ActionIds[Name]]: [target?: ActionArgument<Name>];
};

/** Arguments of each command. Menus of the editor pass additional ones. */
export interface CommandArguments extends ActionArguments {
  [commandIds.openBoard]: [];
  [commandIds.showBoardView]: [];
  [commandIds.filterSessions]: [];
  [commandIds.clearFilter]: [];
  [commandIds.findSession]: [];
  [commandIds.newBoardSession]: [];
  [commandIds.showMenu]: [];
  [commandIds.nextSession]: [];
  [commandIds.nextChanged]: [];
  [commandIds.markAllSeen]: [];
  [commandIds.installHooks]: [];
  [commandIds.removeHooks]: [];
  [commandIds.installShownHooks]: [];
  [commandIds.removeShownHooks]: [];
  [commandIds.addShownRule]: [];
  [commandIds.changeNothing]: [];
  [commandIds.removeEverything]: [];
  [commandIds.startAgain]: [];
  [commandIds.showLog]: [];
  [commandIds.resumeStranded]: [];
  [commandIds.leaveStranded]: [];
  [commandIds.askToAnswer]: [];
  [commandIds.connectPhone]: [];
  [commandIds.managePhones]: [];
  [commandIds.addMachine]: [];
  [commandIds.manageMachines]: [];
  [commandIds.installCommandLine]: [];
  [commandIds.showGrants]: [];
  [commandIds.showGrantUses]: [];
  [commandIds.exportAllowedRequests]: [];
  [commandIds.nextReviewFiles]: [document?: DocumentAddress];
  [commandIds.previousReviewFiles]: [document?: DocumentAddress];
  [commandIds.stageReviewed]: [document?: DocumentAddress];
  [commandIds.stageAllReviewed]: [document?: DocumentAddress];
  [commandIds.revertReviewed]: [document?: DocumentAddress];
  [commandIds.commitReviewed]: [document?: DocumentAddress];
  [commandIds.sendReviewComments]: [document?: DocumentAddress];
  [commandIds.allowShownRequest]: [document?: DocumentAddress];
  [commandIds.approvePlan]: [document?: DocumentAddress];
  [commandIds.approvePlanAcceptEdits]: [document?: DocumentAddress];
  [commandIds.sendBackPlan]: [document?: DocumentAddress];
  [commandIds.sendPlanWords]: [document?: DocumentAddress];
  [commandIds.copyPlanWords]: [document?: DocumentAddress];
  [commandIds.discardPlanWords]: [document?: DocumentAddress];
  [commandIds.addComment]: [reply: unknown];
  [commandIds.editComment]: [comment: unknown];
  [commandIds.saveComment]: [comment: unknown];
  [commandIds.cancelComment]: [comment: unknown];
  [commandIds.deleteComment]: [comment: unknown];
  [commandIds.deleteCommentThread]: [thread: unknown];
  [commandIds.muteForAnHour]: [];
  [commandIds.testRules]: [target?: string | SessionTarget];
  [commandIds.openRow]: [];
}

export const viewIds = {
  container: 'missionControl',
  sessions: 'missionControl.sessions',
  boardPanel: 'missionControl.board',
  boardView: 'missionControl.boardView',
  readerPanel: 'missionControl.transcript',
  phonePanel: 'missionControl.phones',
  /** Id of the editor's controller for comments on plans. */
  planComments: 'missionControl.planComments',
  /** Id of the controller for comments on changes. */
  reviewComments: 'missionControl.reviewComments',
  /** Id of the controller for notes without replies. */
  reviewNotes: 'missionControl.reviewNotes',
} as const;

export const settingIds = {
  configHome: 'missionControl.configHome',
  configHomes: 'missionControl.configHomes',
  agents: 'missionControl.agents',
  claudeCommand: 'missionControl.claudeCommand',
  prices: 'missionControl.prices',
  layers: 'missionControl.layers',
  projectLayers: 'missionControl.projectLayers',
  budgetPerSession: 'missionControl.budget.perSession',
  budgetPerDay: 'missionControl.budget.perDay',
  pullRequests: 'missionControl.pullRequests',
  controlEnabled: 'missionControl.control.enabled',
  controlDisabledProjects: 'missionControl.control.disabledProjects',
  controlHoldCodexRequests: 'missionControl.control.holdCodexRequests',
  /** An address that the person has set up, by which phones reach the page. */
  phoneUrl: 'missionControl.phone.url',
  notifications: 'missionControl.notifications',
  notificationSound: 'missionControl.notificationSound',
  phonePushAfterSeconds: 'missionControl.phone.pushAfterSeconds',
  phonePushText: 'missionControl.phone.pushText',
  phonePingUrl: 'missionControl.phone.pingUrl',
  mcpShowTexts: 'missionControl.mcp.showTexts',
  rules: 'missionControl.rules',
  machines: 'missionControl.machines',
  keepAwake: 'missionControl.keepAwakeWhileAgentsRun',
} as const;

export const contextKeys = {
  /**
   * Status of the hooks in Claude Code's settings: `unknown`, `installed`, `missing` or `outdated`.
   */
  hooks: 'missionControl.hooks',
  /**
   * `on` if this window can answer requests; `off`, `untrusted` or `stranger` (not accepted by the
   * hub) is the reason why it can't.
   */
  control: 'missionControl.control',
  /** `install` or `remove` while that change of the client's settings is shown for confirmation. */
  askedChange: 'missionControl.askedChange',
  /** True if the board has been loaded and has no session. */
  empty: 'missionControl.empty',
  /** True after everything was removed. */
  off: 'missionControl.off',
  /** True while the tree is filtered. */
  filtered: 'missionControl.filtered',
  /** True while stranded sessions are offered. */
  stranded: 'missionControl.stranded',
  /** True while this window can answer a request, and always in an untrusted workspace. */
  asked: 'missionControl.asked',
  /** True while a grant is active. */
  granted: 'missionControl.granted',
  /** True if the record of the requests that grants have allowed has a line. */
  grantsUsed: 'missionControl.grantsUsed',
  /** True while any notifications are muted. */
  muted: 'missionControl.muted',
  /** `open` or `reviewed` while a review of a session's changes is the active editor. */
  review: 'missionControl.review',
  /** Set while the review's files are on another machine. */
  reviewElsewhere: 'missionControl.reviewElsewhere',
  /** `first`, `middle` or `last` while the review shows only a part of its files. */
  reviewPart: 'missionControl.reviewPart',
  /** Addresses of the diffs whose requests this window can answer. */
  answerableDiffs: 'missionControl.answerableDiffs',
  /** Addresses of the plans that this window can answer. */
  answerablePlans: 'missionControl.answerablePlans',
  /** Addresses of the plans that were answered elsewhere and have unsent text of a person. */
  writtenPlans: 'missionControl.writtenPlans',
} as const;

/** Scheme of the read-only documents with the changes that a request would make. */
export const requestScheme = 'claude-request';

/** Scheme of the read-only documents with files as they were before a session changed them. */
export const reviewScheme = 'mission-control-review';

/** Scheme of the documents in which plans are reviewed. */
export const planScheme = 'claude-plan';
/** Scheme of both sides of a shown change of the client's settings. */
export const settingsPreviewScheme = 'mission-control-settings';

/** Scheme of the read-only document with the report on label rules. */
export const rulesReportScheme = 'mission-control-rules';

/** Scheme of the document with the record of the requests that grants have allowed. */
export const grantRecordScheme = 'mission-control-grants';

/** Scheme of the read-only documents with an edit of a transcript. */
export const editScheme = 'claude-edit';

/** Scheme and language of the readable transcript document. */
export const transcriptScheme = 'claude-transcript';
