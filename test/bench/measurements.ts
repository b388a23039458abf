import type { Measurement } from './measurement';
import { answered } from './measurements/page/answered';
import { append } from './measurements/transcripts/append';
import { board } from './measurements/page/board';
import { calm } from './measurements/page/calm';
import { commandLine } from './measurements/start/commandLine';
import { coldStart } from './measurements/start/coldStart';
import { collisions } from './measurements/changes/collisions';
import { crowdedWindow } from './measurements/page/crowdedWindow';
import { equality } from './measurements/transcripts/equality';
import { historySearch } from './measurements/transcripts/historySearch';
import { hookCost } from './measurements/hooks/hookCost';
import { hookLatency } from './measurements/hooks/hookLatency';
import { largeRequest } from './measurements/page/largeRequest';
import { layers } from './measurements/layers';
import { machineLines } from './measurements/machines/lines';
import { machinePainted } from './measurements/machines/painted';
import { machinesAtRest } from './measurements/machines/atRest';
import { memory } from './measurements/memory';
import { painted } from './measurements/page/painted';
import { phonePush } from './measurements/phone/phonePush';
import { phoneAnswered } from './measurements/phone/answered';
import { hubAlone } from './measurements/phone/hubAlone';
import { phonePage } from './measurements/phone/page';
import { phonePainted } from './measurements/phone/painted';
import { phonesAtRest } from './measurements/phone/atRest';
import { repositories } from './measurements/changes/repositories';
import { rest } from './measurements/rest';
import { reviewOpened } from './measurements/changes/reviewOpened';
import { reviews } from './measurements/changes/reviews';
import { scanSpeed } from './measurements/transcripts/scanSpeed';
import { stall } from './measurements/start/stall';
import { takeover } from './measurements/start/takeover';
import { touches } from './measurements/changes/touches';
import { transcript } from './measurements/page/transcript';
import { turnTime } from './measurements/hooks/turnTime';
import { realWindow } from './measurements/page/window';
import { warmStart } from './measurements/start/warmStart';

/**
 * All measurements, in the order in which they run. Those that need the same files follow each
 * other.
 */
export const measurements: readonly Measurement[] = [
  hookLatency,
  painted,
  realWindow,
  answered,
  largeRequest,
  hookCost,
  turnTime,
  commandLine,
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
