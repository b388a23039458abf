import * as fs from 'node:fs';
import * as path from 'node:path';
import { priceMessage } from '../../../src/extension/hub/domain/cost/pricing';
import { generateHistory } from './generate';
import {
  folderName,
  parametersOf,
  presets,
  type HistoryParameters,
  type PresetName,
} from './parameters';
import { startOfDay } from './plan';
import type { HistorySummary, TrueMessage, TrueSession } from './truth';

/** A generated history: transcripts in the folder `projects`, and their true values. */
export interface History {
  /** The folder, which is used as the client's config home. */
  readonly folder: string;
  readonly parameters: HistoryParameters;
  readonly summary: HistorySummary;
  readonly sessions: readonly TrueSession[];
  readonly messages: readonly TrueMessage[];
}

/**
 * Returns the history of a preset that ends today. Generates it if it does not exist, and deletes
 * those of earlier days.
 */
export function ensureHistory(cacheFolder: string, preset: PresetName): History {
  const wanted = parametersOf(presets[preset], Date.now());
  fs.mkdirSync(cacheFolder, { recursive: true });
  for (const name of fs.readdirSync(cacheFolder).filter((entry) => entry.startsWith('history-'))) {
    const folder = path.join(cacheFolder, name);
    const parameters = parametersIn(folder);
    if (parameters !== undefined && isOtherPreset(parameters, wanted)) continue;
    const isCurrent =
      parameters !== undefined &&
      name === folderName(parameters) &&
      startOfDay(parameters.until, 0) === startOfDay(wanted.until, 0) &&
      isIntact(folder);
    if (isCurrent) return loadHistory(folder);
    fs.rmSync(folder, { recursive: true });
  }
  const folder = path.join(cacheFolder, folderName(wanted));
  generateHistory(folder, wanted);
  return loadHistory(folder);
}

export function loadHistory(folder: string): History {
  const { parameters, summary } = readSummary(folder);
  const messages = readRows(path.join(folder, 'messages.jsonl')) as TrueMessage[];
  const sessions = readRows(path.join(folder, 'sessions.jsonl')) as TrueSession[];
  return { folder, parameters, summary, messages, sessions };
}

/** The parameters of the history in a folder; undefined if it was not generated completely. */
function parametersIn(folder: string): HistoryParameters | undefined {
  try {
    return readSummary(folder).parameters;
  } catch {
    return undefined;
  }
}

/** False if the transcripts were changed, for example by a measurement that was aborted. */
function isIntact(folder: string): boolean {
  const { summary } = readSummary(folder);
  const projects = path.join(folder, 'projects');
  const bytes = fs
    .readdirSync(projects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
  return bytes === summary.bytes;
}

function readSummary(folder: string): Pick<History, 'parameters' | 'summary'> {
  const text = fs.readFileSync(path.join(folder, 'history.json'), 'utf8');
  return JSON.parse(text) as Pick<History, 'parameters' | 'summary'>;
}

function isOtherPreset(a: HistoryParameters, b: HistoryParameters): boolean {
  return a.sessions !== b.sessions || a.bytes !== b.bytes || a.timeZone !== b.timeZone;
}

function readRows(file: string): unknown[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}

export interface TrueTotal {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheCreation: number;
  readonly usd: number;
}

/** The totals of the messages, grouped by the key. */
export function totals(
  messages: readonly TrueMessage[],
  keyOf: (message: TrueMessage) => string,
): Map<string, TrueTotal> {
  const sums = new Map<string, TrueTotal>();
  for (const message of messages) {
    const key = keyOf(message);
    const {
      input = 0,
      output = 0,
      cacheRead = 0,
      cacheCreation = 0,
      usd = 0,
    } = sums.get(key) ?? {};
    sums.set(key, {
      input: input + message.input,
      output: output + message.output,
      cacheRead: cacheRead + message.cacheRead,
      cacheCreation: cacheCreation + message.cacheWrite5m + message.cacheWrite1h,
      usd: usd + priceMessage(message.model, message, message.at).usd,
    });
  }
  return sums;
}

export function tokensOf(total: TrueTotal | undefined): number {
  const { input = 0, output = 0, cacheRead = 0, cacheCreation = 0 } = total ?? {};
  return input + output + cacheRead + cacheCreation;
}

/** The local date of a time, such as `2026-03-01`. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
