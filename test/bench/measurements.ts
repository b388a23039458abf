import type { Measurement } from './measurement';
import { append } from './measurements/append';
import { board } from './measurements/board';
import { coldStart } from './measurements/coldStart';
import { equality } from './measurements/equality';
import { hookCost } from './measurements/hookCost';
import { hookLatency } from './measurements/hookLatency';
import { memory } from './measurements/memory';
import { painted } from './measurements/painted';
import { scanSpeed } from './measurements/scanSpeed';
import { stall } from './measurements/stall';
import { warmStart } from './measurements/warmStart';

/** In this order: what needs the same files comes together. */
export const measurements: readonly Measurement[] = [
  hookLatency,
  painted,
  hookCost,
  coldStart,
  equality,
  scanSpeed,
  warmStart,
  stall,
  append,
  memory,
  board,
];
