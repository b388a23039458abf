import { keepAwakeSchema } from '../settings/awake';
import { controlOfferSchema } from '../control';
import { askKeySchema, keyProofSchema, keyVerdictSchema } from '../keys';
import { layerSettingsSchema } from '../layers/settings';
import { rulesOfferSchema } from '../layers/rules';
import { rulesReportSchema, rulesTestSchema } from '../layers/ruleReport';
import {
  askMachineSchema,
  machineKeySchema,
  machineSettingSchema,
  machinesWishSchema,
} from '../machines/setting';
import { machineTestEventSchema } from '../machines/test';
import { mcpSettingSchema } from '../settings/mcp';
import { pullSettingSchema, pullResultSchema } from '../layers/pulls';
import { priceOverridesSchema } from '../settings/prices';
import { budgetSchema, routes } from '../protocol';
import {
  connectPhoneSchema,
  phoneVerdictSchema,
  listenerSchema,
  phoneIdSchema,
  phoneSettingsSchema,
} from '../phones';
import { windowGet, windowPost, namedPost, streamPost, streamDeskPost, type Call } from './row';

/** Calls that configure the hub: control, settings, machines, keys and phones. */
export const setupCalls = {
  offerControl: {
    ...streamPost,
    path: routes.control,
    signed: 'offerControl',
    request: controlOfferSchema,
  },
  /**
   * Offers control as a window does, for a desk on another machine. The offer's control wish does
   * not apply to phones or machines.
   */
  offerDesk: {
    ...streamPost,
    path: `${routes.control}/desk`,
    unsigned: 'presence',
    request: controlOfferSchema,
  },
  setKeepAwake: {
    ...windowPost,
    path: `${routes.control}/awake`,
    signed: 'setKeepAwake',
    request: keepAwakeSchema,
  },
  setBudget: { ...windowPost, path: routes.budget, unsigned: 'display', request: budgetSchema },
  setLayers: {
    ...windowPost,
    path: routes.layers,
    unsigned: 'display',
    request: layerSettingsSchema,
  },
  setMcp: { ...windowPost, path: routes.mcp, signed: 'setMcp', request: mcpSettingSchema },
  mcpSetting: { ...windowGet, path: `${routes.mcp}/setting`, answer: mcpSettingSchema },
  setPulls: { ...streamPost, path: routes.pulls, signed: 'setPulls', request: pullSettingSchema },
  answerPull: {
    ...streamPost,
    path: `${routes.pulls}/answer`,
    signed: 'answerPull',
    request: pullResultSchema,
  },
  setMachines: {
    ...windowPost,
    path: routes.machines,
    signed: 'setMachines',
    request: machinesWishSchema,
  },
  /** Reconnects at once to the machine of one line of the setting `missionControl.machines`. */
  retryMachine: {
    method: 'POST',
    path: `${routes.machines}/retry`,
    signed: 'retryMachine',
    by: ['window', 'page'],
    request: machineKeySchema,
  },
  /** Tests the connection to a machine that is not on the board yet. */
  testMachine: {
    ...windowPost,
    path: `${routes.machines}/test`,
    signed: 'testMachine',
    request: machineSettingSchema,
    events: machineTestEventSchema,
  },
  /** Requests that the windows of a machine on the board accept this editor's key. */
  askMachine: {
    ...windowPost,
    path: `${routes.machines}/ask`,
    signed: 'askMachine',
    request: askMachineSchema,
  },
  /** Copies the hub to our folder on a machine, and then connects to it at once. */
  copyToMachine: {
    ...windowPost,
    path: `${routes.machines}/copy`,
    signed: 'copyToMachine',
    request: machineSettingSchema,
  },
  setPrices: {
    ...windowPost,
    path: routes.prices,
    unsigned: 'display',
    request: priceOverridesSchema,
  },
  offerRules: {
    ...streamPost,
    path: routes.rules,
    signed: 'offerRules',
    request: rulesOfferSchema,
  },
  testRules: {
    ...windowPost,
    path: `${routes.rules}/test`,
    signed: 'testRules',
    request: rulesTestSchema,
    answer: rulesReportSchema,
  },
  askForKey: {
    ...streamDeskPost,
    path: `${routes.keys}/ask`,
    unsigned: 'introduction',
    request: askKeySchema,
  },
  acceptKey: {
    ...namedPost,
    path: `${routes.keys}/accept`,
    signed: 'acceptKey',
    request: keyVerdictSchema,
  },
  refuseKey: {
    ...namedPost,
    path: `${routes.keys}/refuse`,
    signed: 'refuseKey',
    request: keyVerdictSchema,
  },
  giveCode: {
    ...windowPost,
    path: `${routes.keys}/code`,
    unsigned: 'introduction',
    request: keyProofSchema,
  },

  listenForPhones: {
    ...windowPost,
    path: `${routes.phones}/listen`,
    signed: 'listenForPhones',
    answer: listenerSchema,
  },
  connectPhone: {
    ...windowPost,
    path: `${routes.phones}/connect`,
    signed: 'connectPhone',
    keeps: true,
    request: connectPhoneSchema,
  },
  endPairing: { ...windowPost, path: `${routes.phones}/end`, signed: 'endPairing' },
  judgePhone: {
    ...namedPost,
    path: `${routes.phones}/judge`,
    signed: 'judgePhone',
    keeps: true,
    request: phoneVerdictSchema,
  },
  removePhone: {
    ...windowPost,
    path: `${routes.phones}/remove`,
    signed: 'removePhone',
    keeps: true,
    request: phoneIdSchema,
  },
  testPush: {
    ...windowPost,
    path: `${routes.phones}/push`,
    signed: 'testPush',
    request: phoneIdSchema,
  },
  setPhoneSettings: {
    ...windowPost,
    path: `${routes.phones}/settings`,
    signed: 'setPhoneSettings',
    keeps: true,
    request: phoneSettingsSchema,
  },

  /** Ends a hub that runs as a separate process; a new one is started when needed. */
  endHub: { ...windowPost, path: routes.end, signed: 'endHub' },
} as const satisfies Readonly<Record<string, Call>>;
