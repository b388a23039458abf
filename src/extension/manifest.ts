import { actionCommands, type ActionCommand } from '../shared/actions/sessionActions';
import type { Section } from '../shared/board/boardOrder';

/** Every id the extension contributes, once; a unit test compares it with `package.json`. */
export const extensionId = 'mission-control.mission-control-for-claude-code';

type ActionIds = { readonly [Name in ActionCommand]: `missionControl.${Name}` };

export const commandIds = {
  /** These take what names a session: its id, a row of the tree, or a request of it. */
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
  /** Of sessions that changed since a person looked. */
  nextChanged: 'missionControl.nextChanged',
  markAllSeen: 'missionControl.markAllSeen',
  installHooks: 'missionControl.installHooks',
  removeHooks: 'missionControl.removeHooks',
  /** Answers to a change of the client's settings, where that is shown. */
  installShownHooks: 'missionControl.installShownHooks',
  removeShownHooks: 'missionControl.removeShownHooks',
  addShownRule: 'missionControl.addShownRule',
  changeNothing: 'missionControl.changeNothing',
  removeEverything: 'missionControl.removeEverything',
  /** After everything was removed. */
  startAgain: 'missionControl.startAgain',
  showLog: 'missionControl.showLog',
  /** Of the sessions that went down with the machine or an editor. */
  resumeStranded: 'missionControl.resumeStranded',
  leaveStranded: 'missionControl.leaveStranded',
  /** Where another editor answers on this machine. */
  askToAnswer: 'missionControl.askToAnswer',
  connectPhone: 'missionControl.connectPhone',
  managePhones: 'missionControl.managePhones',
  addMachine: 'missionControl.addMachine',
  manageMachines: 'missionControl.manageMachines',
  /** Files of the review in front that are not shown. */
  nextReviewFiles: 'missionControl.nextReviewFiles',
  previousReviewFiles: 'missionControl.previousReviewFiles',
  /** These mean the review in front; of its files the one whose document a menu names. */
  stageReviewed: 'missionControl.stageReviewed',
  stageAllReviewed: 'missionControl.stageAllReviewed',
  revertReviewed: 'missionControl.revertReviewed',
  commitReviewed: 'missionControl.commitReviewed',
  sendReviewComments: 'missionControl.sendReviewComments',
  /** Allows what the comparison in front shows, or the one that is named. */
  allowShownRequest: 'missionControl.allowShownRequest',
  /** These take the address of a plan's document, or mean the one in front. */
  approvePlan: 'missionControl.approvePlan',
  approvePlanAcceptEdits: 'missionControl.approvePlanAcceptEdits',
  sendBackPlan: 'missionControl.sendBackPlan',
  /** These too, of one that was answered elsewhere: what becomes of what was written on it. */
  sendPlanWords: 'missionControl.sendPlanWords',
  copyPlanWords: 'missionControl.copyPlanWords',
  discardPlanWords: 'missionControl.discardPlanWords',
  /** The editor calls these for comments at lines of plans and reviews. */
  addComment: 'missionControl.addComment',
  editComment: 'missionControl.editComment',
  saveComment: 'missionControl.saveComment',
  cancelComment: 'missionControl.cancelComment',
  deleteComment: 'missionControl.deleteComment',
  deleteCommentThread: 'missionControl.deleteCommentThread',
  muteForAnHour: 'missionControl.muteForAnHour',
  testRules: 'missionControl.testRules',
  /** The last row of a long list in the tree. */
  showMore: 'missionControl.showMore',
} as const;

/** A session, or one of its subagents. */
export interface SessionTarget {
  readonly sessionId: string;
  readonly agentId?: string;
  /** A piece of its transcript that is to be brought into view. */
  readonly quote?: string;
}

/** A session's request by its held call, so that no later one is meant. */
export interface RequestTarget {
  readonly sessionId: string;
  readonly call: string;
}

/** A request as somebody saw it: `shown` is the digest of what they had before them. */
export interface ShownTarget extends RequestTarget {
  readonly shown: string;
}

/** A document as the editor addresses it. */
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

/** Arguments of each command; from menus the editor adds arguments of its own. */
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
  [commandIds.showMore]: [section: Section];
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
  /** The same for comments on changes. */
  reviewComments: 'missionControl.reviewComments',
  /** And for notes that nobody answers. */
  reviewNotes: 'missionControl.reviewNotes',
} as const;

export const settingIds = {
  configHome: 'missionControl.configHome',
  claudeCommand: 'missionControl.claudeCommand',
  prices: 'missionControl.prices',
  layers: 'missionControl.layers',
  projectLayers: 'missionControl.projectLayers',
  budgetPerSession: 'missionControl.budget.perSession',
  budgetPerDay: 'missionControl.budget.perDay',
  pullRequests: 'missionControl.pullRequests',
  controlEnabled: 'missionControl.control.enabled',
  controlDisabledProjects: 'missionControl.control.disabledProjects',
  /** Address of the person's own by which phones come. */
  phoneUrl: 'missionControl.phone.url',
  notifications: 'missionControl.notifications',
  notificationSound: 'missionControl.notificationSound',
  phonePushAfterSeconds: 'missionControl.phone.pushAfterSeconds',
  phonePushText: 'missionControl.phone.pushText',
  phonePingUrl: 'missionControl.phone.pingUrl',
  rules: 'missionControl.rules',
  machines: 'missionControl.machines',
} as const;

export const contextKeys = {
  /** `unknown`, `installed`, `missing` or `outdated`. */
  hooks: 'missionControl.hooks',
  /** `on`, `off`, `untrusted` or `stranger`: whether requests are answered in this window. */
  control: 'missionControl.control',
  /** `install` or `remove` while that change of the client's settings is shown and asked for. */
  askedChange: 'missionControl.askedChange',
  /** True where the board has arrived and has no session. */
  empty: 'missionControl.empty',
  /** True after everything was removed. */
  off: 'missionControl.off',
  /** True while the tree shows only what matches a filter. */
  filtered: 'missionControl.filtered',
  /** True while stranded sessions are offered. */
  stranded: 'missionControl.stranded',
  /** True while a request waits that can be answered in this window. */
  asked: 'missionControl.asked',
  /** True while any notifications are muted. */
  muted: 'missionControl.muted',
  /** `open` or `reviewed` while a review of a session's changes is in front. */
  review: 'missionControl.review',
  /** Set while its files are on another machine. */
  reviewElsewhere: 'missionControl.reviewElsewhere',
  /** `first`, `middle` or `last` while it shows a part of its files. */
  reviewPart: 'missionControl.reviewPart',
  /** Addresses of the comparisons whose requests are answered in this window. */
  answerableDiffs: 'missionControl.answerableDiffs',
  /** Addresses of the plans that are answered in this window. */
  answerablePlans: 'missionControl.answerablePlans',
  /** Addresses of those that were answered elsewhere and that somebody wrote on. */
  writtenPlans: 'missionControl.writtenPlans',
} as const;

/** Scheme of the read-only documents that show what a request would change. */
export const requestScheme = 'claude-request';

/** Scheme of the read-only documents that show what files were before a session changed them. */
export const reviewScheme = 'mission-control-review';

/** Scheme of the documents in which plans are reviewed. */
export const planScheme = 'claude-plan';
/** Both sides of a change of the client's settings, before it is made. */
export const settingsPreviewScheme = 'mission-control-settings';

/** Scheme of the read-only document that tells what label rules say. */
export const rulesReportScheme = 'mission-control-rules';

/** Scheme of the read-only documents that show an edit of a transcript. */
export const editScheme = 'claude-edit';

/** Scheme and language of the readable transcript document. */
export const transcriptScheme = 'claude-transcript';
