import {
  decideAnswerSchema,
  decideSchema,
  handBackSchema,
  requestShownSchema,
  shownByPhoneSchema,
} from '../control';
import { dismissCollisionSchema } from '../work/collisions';
import { labelOfferSchema, viewsAnswerSchema, viewsQuerySchema } from '../layers/labels';
import {
  giveGrantSchema,
  givenGrantSchema,
  grantUsesQuerySchema,
  grantUsesSchema,
} from '../work/grants';
import { lookSchema } from '../looks';
import { transcriptPartQuerySchema, transcriptPartSchema } from '../machines/transcriptPart';
import {
  archiveSchema,
  nameIntentSchema,
  pinByPhoneSchema,
  pinIntentSchema,
  tagIntentSchema,
} from '../marks';
import {
  actByPhoneSchema,
  promptAnswerSchema,
  promptIntentSchema,
  sessionActAnswerSchema,
  sessionActSchema,
  wholePromptsSchema,
} from '../prompts';
import {
  historyEntrySchema,
  historyQuerySchema,
  historySchema,
  historyTextQuerySchema,
  textEventSchema,
} from '../history';
import {
  boardSchema,
  pendingRequestSchema,
  routes,
  sessionDetailsSchema,
  summarySchema,
} from '../protocol';
import { dayQuerySchema, dayReportSchema } from '../work/day';
import { fileChangesQuerySchema, fileChangesSchema } from '../work/fileChanges';
import {
  markReviewedSchema,
  reviewQuerySchema,
  reviewSchema,
  reviewTextQuerySchema,
  reviewTextSchema,
} from '../work/review';
import { strandedSchema } from '../stranded';
import {
  runnerAnswerSchema,
  runnerEventSchema,
  runnerLimitsSchema,
  runnerProofSchema,
} from '../runner';
import {
  attendedSchema,
  muteIntentSchema,
  muteSessionsSchema,
  nextAnswerSchema,
  nextIntentSchema,
  orderAnswerSchema,
  presenceSchema,
  showOutcomeSchema,
  showIntentSchema,
  unmuteSessionsSchema,
} from '../windows';
import {
  worktreeRestorationSchema,
  removedWorktreeSchema,
  removeWorktreeSchema,
  worktreeSchema,
} from '../work/worktrees';
import {
  windowGet,
  pageGet,
  phoneGet,
  deskGet,
  pagePost,
  windowPost,
  streamPost,
  deskPost,
  namedDeskPost,
  streamDeskPost,
  sealedPost,
  type Call,
} from './row';

const session = `${routes.sessions}/:sessionId` as const;

const endPost = {
  method: 'POST',
  by: ['window', 'page', 'phone'],
  unsigned: 'display',
} as const;

/** Calls about sessions, and calls by which windows and runners report their state. */
export const sessionCalls = {
  board: { ...windowGet, path: routes.sessions, answer: boardSchema },
  summary: { ...windowGet, path: routes.summary, answer: summarySchema },

  request: { ...pageGet, path: `${session}/request`, answer: pendingRequestSchema },
  details: { ...pageGet, path: `${session}/details`, answer: sessionDetailsSchema },
  transcriptPart: {
    ...deskGet,
    path: `${session}/transcript`,
    request: transcriptPartQuerySchema,
    answer: transcriptPartSchema,
  },
  wholePrompts: { ...pageGet, path: `${session}/prompts/whole`, answer: wholePromptsSchema },
  day: { ...pageGet, path: routes.day, request: dayQuerySchema, answer: dayReportSchema },
  history: {
    ...deskGet,
    path: routes.history,
    request: historyQuerySchema,
    answer: historySchema,
  },
  searchTexts: {
    ...deskGet,
    path: routes.historyText,
    request: historyTextQuerySchema,
    events: textEventSchema,
  },
  pastSession: { ...deskGet, path: `${routes.history}/:sessionId`, answer: historyEntrySchema },

  archive: { ...pagePost, path: `${session}/archive`, keeps: true, request: archiveSchema },
  pin: {
    ...pagePost,
    path: `${routes.marks}/pin`,
    keeps: true,
    request: pinIntentSchema,
    phone: pinByPhoneSchema,
  },
  rename: {
    ...deskPost,
    path: `${session}/name`,
    unsigned: 'display',
    keeps: true,
    request: nameIntentSchema,
  },
  tag: {
    ...deskPost,
    path: `${routes.marks}/tag`,
    unsigned: 'display',
    keeps: true,
    request: tagIntentSchema,
  },
  decide: {
    ...sealedPost,
    path: `${session}/decide`,
    signed: 'decide',
    request: decideSchema,
    answer: decideAnswerSchema,
  },
  handBack: {
    ...namedDeskPost,
    path: `${session}/handback`,
    signed: 'handBack',
    request: handBackSchema,
  },
  shown: {
    ...streamDeskPost,
    by: ['window', 'phone', 'machine'],
    path: `${session}/shown`,
    unsigned: 'presence',
    request: requestShownSchema,
    phone: shownByPhoneSchema,
  },
  /** Not for a session on another machine. */
  giveGrant: {
    ...sealedPost,
    by: ['window', 'seal'],
    path: `${session}/grant`,
    signed: 'giveGrant',
    request: giveGrantSchema,
    answer: givenGrantSchema,
  },
  /** Ending a grant only takes rights away, so any window and phone can. */
  endGrant: { ...endPost, path: `${routes.grants}/:grantId/end` },
  endGrants: { ...endPost, path: `${routes.grants}/end` },
  grantUses: {
    ...pageGet,
    by: ['window', 'page', 'phone'],
    path: `${routes.grants}/uses`,
    request: grantUsesQuerySchema,
    answer: grantUsesSchema,
  },
  changePrompts: {
    ...sealedPost,
    path: `${session}/prompts`,
    signed: 'prompts',
    request: promptIntentSchema,
    answer: promptAnswerSchema,
  },
  act: {
    ...sealedPost,
    path: `${session}/act`,
    signed: 'act',
    request: sessionActSchema,
    phone: actByPhoneSchema,
    answer: sessionActAnswerSchema,
  },
  show: {
    ...streamPost,
    path: `${session}/show`,
    signed: 'show',
    request: showIntentSchema,
    answer: showOutcomeSchema,
  },
  next: {
    ...streamPost,
    path: routes.next,
    unsigned: 'presence',
    request: nextIntentSchema,
    answer: nextAnswerSchema,
  },
  mute: {
    method: 'POST',
    path: routes.mutes,
    unsigned: 'display',
    by: ['window'],
    keeps: true,
    request: muteIntentSchema,
  },
  /** Mutes sessions for a duration by the hub's clock, because a phone's clock may be wrong. */
  muteSessions: {
    method: 'POST',
    path: `${routes.mutes}/sessions`,
    unsigned: 'display',
    by: ['phone'],
    keeps: true,
    request: muteSessionsSchema,
  },
  /** Removes each mute that covers one of the sessions. */
  unmuteSessions: {
    method: 'POST',
    path: `${routes.mutes}/remove`,
    unsigned: 'display',
    by: ['phone'],
    keeps: true,
    request: unmuteSessionsSchema,
  },
  lookAt: {
    ...pagePost,
    path: routes.looks,
    keeps: true,
    request: lookSchema,
  },
  dismissCollision: {
    ...pagePost,
    path: `${session}/collision`,
    keeps: true,
    request: dismissCollisionSchema,
  },
  review: {
    ...phoneGet,
    path: `${session}/review`,
    request: reviewQuerySchema,
    answer: reviewSchema,
  },
  reviewText: {
    ...phoneGet,
    path: `${session}/review/text`,
    request: reviewTextQuerySchema,
    answer: reviewTextSchema,
  },
  fileChanges: {
    ...windowGet,
    path: routes.files,
    request: fileChangesQuerySchema,
    answer: fileChangesSchema,
  },
  markReviewed: {
    ...pagePost,
    path: `${session}/reviewed`,
    keeps: true,
    request: markReviewedSchema,
  },
  worktree: {
    ...windowGet,
    path: `${session}/worktree`,
    by: ['window', 'page', 'machine'],
    answer: worktreeSchema,
  },
  removeWorktree: {
    ...windowPost,
    path: `${session}/worktree/remove`,
    signed: 'removeWorktree',
    request: removeWorktreeSchema,
    answer: removedWorktreeSchema,
  },
  /** Restores a work tree that was removed. */
  addWorktree: {
    ...windowPost,
    path: routes.worktrees,
    signed: 'addWorktree',
    request: removedWorktreeSchema,
    answer: worktreeRestorationSchema,
  },
  forgetStranded: {
    ...windowPost,
    path: routes.stranded,
    signed: 'forgetStranded',
    keeps: true,
    request: strandedSchema,
  },

  attended: { ...windowGet, path: routes.windows, answer: attendedSchema },
  tellPresence: {
    ...streamPost,
    path: `${routes.windows}/:window`,
    unsigned: 'presence',
    request: presenceSchema,
  },
  answerOrder: {
    ...streamDeskPost,
    path: `${routes.windows}/:window/answer`,
    unsigned: 'presence',
    request: orderAnswerSchema,
  },

  offerLabels: {
    ...streamPost,
    path: routes.labels,
    unsigned: 'display',
    request: labelOfferSchema,
  },
  sessionViews: {
    ...windowPost,
    path: `${routes.labels}/views`,
    unsigned: 'reads',
    request: viewsQuerySchema,
    answer: viewsAnswerSchema,
  },

  runnerOrders: {
    method: 'GET',
    path: `${routes.runners}/:sessionId`,
    unsigned: 'presence',
    by: ['runner'],
    events: runnerEventSchema,
  },
  proveRunner: {
    method: 'POST',
    path: `${routes.runners}/:sessionId/prove`,
    unsigned: 'presence',
    by: ['runner'],
    request: runnerProofSchema,
  },
  takeOrder: {
    method: 'POST',
    path: `${routes.runners}/:sessionId/answer`,
    unsigned: 'presence',
    by: ['runner'],
    request: runnerAnswerSchema,
  },
  tellLimits: {
    method: 'POST',
    path: `${routes.runners}/:sessionId/limits`,
    unsigned: 'presence',
    by: ['runner'],
    request: runnerLimitsSchema,
  },
} as const satisfies Readonly<Record<string, Call>>;
