import type { Measurement } from './measurement';
import { answered } from './measurements/answered';
import { append } from './measurements/append';
import { board } from './measurements/board';
import { calm } from './measurements/calm';
import { coldStart } from './measurements/coldStart';
import { collisions } from './measurements/collisions';
import { crowdedWindow } from './measurements/crowdedWindow';
import { equality } from './measurements/equality';
import { historySearch } from './measurements/historySearch';
import { hookCost } from './measurements/hookCost';
import { hookLatency } from './measurements/hookLatency';
import { largeRequest } from './measurements/largeRequest';
import { layers } from './measurements/layers';
import { machineLines } from './measurements/machines/lines';
import { machinePainted } from './measurements/machines/painted';
import { machinesAtRest } from './measurements/machines/atRest';
import { memory } from './measurements/memory';
import { painted } from './measurements/painted';
import { phonePush } from './measurements/phonePush';
import { phoneAnswered } from './measurements/phone/answered';
import { hubAlone } from './measurements/phone/hubAlone';
import { phonePage } from './measurements/phone/page';
import { phonePainted } from './measurements/phone/painted';
import { phonesAtRest } from './measurements/phone/atRest';
import { repositories } from './measurements/repositories';
import { rest } from './measurements/rest';
import { reviewOpened } from './measurements/reviewOpened';
import { reviews } from './measurements/reviews';
import { scanSpeed } from './measurements/scanSpeed';
import { stall } from './measurements/stall';
import { takeover } from './measurements/takeover';
import { touches } from './measurements/touches';
import { transcript } from './measurements/transcript';
import { turnTime } from './measurements/turnTime';
import { realWindow } from './measurements/window';
import { warmStart } from './measurements/warmStart';

/** In this order: what needs the same files comes together. */
export const measurements: readonly Measurement[] = [
  hookLatency,
  painted,
  realWindow,
  answered,
  largeRequest,
  hookCost,
  turnTime,
  takeover,
  coldStart,
  equality,
  scanSpeed,
  warmStart,
  stall,
  rest,
  repositories,
  append,
  layers,
  reviews,
  reviewOpened,
  collisions,
  touches,
  historySearch,
  memory,
  crowdedWindow,
  board,
  calm,
  transcript,
  phonePush,
  phonePainted,
  phoneAnswered,
  phonePage,
  phonesAtRest,
  hubAlone,
  machineLines,
  machinePainted,
  machinesAtRest,
];
