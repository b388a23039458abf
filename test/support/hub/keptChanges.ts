import type { CallName, CallInput, CallWith } from '../../../src/shared/protocol/calls';

/** Calls that are answered only after their change is on disk. */
export type KeepingCall = CallWith<{ keeps: true }>;

export const sessionId = 'session-1';
export const taken = 'a-taken-change';
/** Ids of two paired phones. */
export const phones = { demoted: 'D'.repeat(22), removed: 'R'.repeat(22) };
/** Public key of these phones; no private key exists for it. */
export const phoneKey =
  'BHb41HtnhQQ0dg2PtdetKohbRnVa7yKDh1oye1WeFZsnZGrF-VuAuDr-hF6uYo7sMtX7x4n49R8hgaL2_oF2hFY';

/** A change that a person makes, by a call of the table. */
export interface KeptChange<Name extends KeepingCall> {
  readonly said: Omit<CallInput<Name>, 'sessionId'>;
  /** File in which the change is stored. */
  readonly file: string;
  /** True if the file's content includes the change. */
  readonly isIn: (text: string) => boolean;
  /** True if the change revokes rights, which must take effect even on a full disk. */
  readonly isRevocation?: boolean;
}

const session = { scope: 'session', sessionId } as const;
const has = (part: string) => (text: string) => text.includes(part);

/**
 * One change for each call that stores something. A new call needs an entry here or in
 * `keepsNothing`.
 */
export const keptChanges: { readonly [Name in KeepingCall]: KeptChange<Name> } = {
  pin: {
    said: { target: session, on: true },
    file: 'marks.json',
    isIn: has('"pinned":true'),
  },
  rename: { said: { name: 'Given name' }, file: 'marks.json', isIn: has('Given name') },
  tag: {
    said: { target: session, word: 'hot', color: 'red', on: true },
    file: 'marks.json',
    isIn: has('"word":"hot"'),
  },
  mute: {
    said: { mute: { scope: 'all' }, on: true },
    file: 'mutes.json',
    isIn: has('"scope":"all"'),
  },
  muteSessions: {
    said: { sessionIds: [sessionId], span: 'always' },
    file: 'mutes.json',
    isIn: has('"scope":"session"'),
  },
  unmuteSessions: {
    said: { sessionIds: [sessionId] },
    file: 'mutes.json',
    isIn: (text) => !text.includes('"scope":"project"'),
  },
  lookAt: {
    said: { of: 'all' },
    file: 'looks.json',
    // The fixture's value is older.
    isIn: (text) => (JSON.parse(text) as { allSeenAt: number }).allSeenAt > 1,
  },
  dismissCollision: {
    said: { collision: taken },
    file: 'collisions.json',
    isIn: has('"dismissed":true'),
  },
  markReviewed: { said: { reviewed: true }, file: 'reviews.json', isIn: has(sessionId) },
  forgetStranded: {
    said: { sessionIds: [sessionId] },
    file: 'stranded.json',
    isIn: (text) => !text.includes(sessionId),
  },
  connectPhone: {
    said: { kind: 'ownUrl', url: 'https://localhost:9/' },
    file: 'phone-carrier.json',
    isIn: has('https://localhost:9/'),
  },
  setPhoneSettings: {
    said: { pushAfterSeconds: 77, pushText: false, pingUrl: '' },
    file: 'phone-settings.json',
    isIn: has('77'),
  },
  judgePhone: {
    said: { device: phones.demoted, signingKey: phoneKey, verdict: 'watch' },
    file: 'phones.json',
    isIn: has('"scope":"watch"'),
    isRevocation: true,
  },
  removePhone: {
    said: { device: phones.removed },
    file: 'phones.json',
    isIn: (text) => !text.includes(phones.removed),
    isRevocation: true,
  },
  // Last, because it moves the card to the end of the board.
  archive: { said: { archived: true }, file: 'archived.json', isIn: has(sessionId) },
};

type KeepsNothing = Exclude<CallName, KeepingCall | CallWith<{ unsigned: 'reads' }>>;

/**
 * Why the other changing calls store nothing in these files. `memory`: the change lasts as long as
 * the hub, and windows send it to the next one. `work`: the call is complete when it is answered.
 * `file`: the call writes its own file before it is answered.
 */
export const keepsNothing: Readonly<Record<KeepsNothing, 'memory' | 'work' | 'file'>> = {
  changePrompts: 'file',
  giveGrant: 'file',
  endGrant: 'file',
  endGrants: 'file',
  handBack: 'memory',
  setMcp: 'memory',
  shown: 'memory',
  next: 'memory',
  show: 'memory',
  tellPresence: 'memory',
  offerLabels: 'memory',
  setKeepAwake: 'memory',
  offerControl: 'memory',
  offerDesk: 'memory',
  setBudget: 'memory',
  setLayers: 'memory',
  setPulls: 'memory',
  answerPull: 'memory',
  setMachines: 'memory',
  setPrices: 'memory',
  offerRules: 'memory',
  askForKey: 'memory',
  acceptKey: 'memory',
  refuseKey: 'memory',
  giveCode: 'memory',
  listenForPhones: 'memory',
  endPairing: 'memory',
  runnerOrders: 'memory',
  proveRunner: 'memory',
  tellLimits: 'memory',
  decide: 'work',
  act: 'work',
  removeWorktree: 'work',
  addWorktree: 'work',
  answerOrder: 'work',
  takeOrder: 'work',
  retryMachine: 'work',
  testMachine: 'work',
  askMachine: 'work',
  copyToMachine: 'work',
  testRules: 'work',
  testPush: 'work',
  endHub: 'work',
};
