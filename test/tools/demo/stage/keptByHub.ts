import * as fs from 'node:fs';
import * as path from 'node:path';
import { addSpan, type Span } from '../../../../src/extension/hub/domain/card/spans';
import { Ledger } from '../../../../src/extension/hub/grants/ledger';
import { serializeLooks } from '../../../../src/extension/hub/looks/looksFile';
import {
  changeQueue,
  emptyQueue,
  type PromptQueue,
} from '../../../../src/extension/hub/prompts/promptQueue';
import { DayFiles, type KeptLane } from '../../../../src/extension/hub/store/dayFiles';
import { dayOf } from '../../../../src/extension/hub/store/stateHistory';
import { UsageLedger } from '../../../../src/extension/hub/reading/usage/usageLedger';
import { messagesIn } from '../../../../src/extension/agents/claude/entry/messageUsage';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import type { SpanKind } from '../../../../src/shared/protocol/protocol';
import type { PlayedFollowUp } from '../play';
import type { Status } from '../session';

/** A session's status before live play; undefined after its end. */
export interface PastStatus {
  readonly sessionId: string;
  readonly projectName: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly status: Status | undefined;
}

/** A call before live play that a grant allowed. */
export interface PastGrantUse {
  readonly sessionId: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The grant's rule in short. */
  readonly words: string;
  readonly command: string;
}

async function ownFolder(configHome: string): Promise<PrivateFolder> {
  const own = new PrivateFolder(path.join(configHome, 'mission-control'));
  await own.ensure();
  return own;
}

const kinds: Readonly<Record<Status, SpanKind>> = {
  busy: 'running',
  idle: 'idle',
  shell: 'idle',
  waiting: 'blocked',
};

/** Writes the history that a hub would have stored if it had watched the past day. */
export async function writePastDay(
  configHome: string,
  past: readonly PastStatus[],
  now: number,
): Promise<void> {
  const lanes = new Map<string, KeptLane>();
  for (const { sessionId, projectName, at, status } of past) {
    if (dayOf(at) !== dayOf(now)) continue;
    const kind = status === undefined ? 'done' : kinds[status];
    const spans: readonly Span[] = lanes.get(sessionId)?.spans ?? [];
    lanes.set(sessionId, {
      sessionId,
      title: '',
      projectName,
      spans: addSpan(spans, { at, kind }),
    });
  }
  const own = await ownFolder(configHome);
  await new DayFiles(new PrivateFolder(own.file('days'))).write(dayOf(now), [...lanes.values()]);
}

/**
 * Writes the follow-ups that wait when the demo begins. No window has signed them, so they are shown
 * but never sent before a person has looked at them.
 */
export async function writeFollowUps(
  configHome: string,
  followUps: readonly PlayedFollowUp[],
  now: number,
): Promise<void> {
  const queues = new Map<string, PromptQueue>();
  for (const [index, { to, of, when: fact, prompt: text }] of followUps.entries()) {
    const when = { kind: 'fact', fact, of } as const;
    const add = { kind: 'add', id: `demo-${index}`, text, when } as const;
    const queue = changeQueue(queues.get(to) ?? emptyQueue, add, now);
    if (typeof queue === 'string') throw new Error(`The follow-up “${text}” is ${queue}`);
    queues.set(to, queue);
  }
  const own = await ownFolder(configHome);
  await own.write('prompts.json', JSON.stringify(Object.fromEntries(queues)));
}

/**
 * Writes the ledger's lines for requests that were allowed for a while and have ended. A living
 * grant cannot be written, because only a window signs one.
 */
export async function writeGrantUses(
  configHome: string,
  uses: readonly PastGrantUse[],
): Promise<void> {
  const own = await ownFolder(configHome);
  const folder = new PrivateFolder(own.file('grants'));
  for (const [index, { sessionId, at, words, command }] of uses.entries()) {
    await new Ledger(folder, () => at).append({
      at,
      session: sessionId,
      call: `demo-${index}`,
      grant: `demo-${sessionId}`,
      words,
      tool: 'Bash',
      what: command,
      by: 'Desk',
      key: 'demo',
    });
  }
}

/** How long the person was away when the demo begins, in ms. */
const awayMs = 3_600_000;

/** Writes the state that a hub would have stored for a person who saw everything and left. */
export async function writeAbsence(configHome: string, now: number): Promise<void> {
  const since = now - awayMs;
  const stored = {
    allSeenAt: since,
    absence: { since, usd: spentBefore(configHome, since), isTold: false },
    sessions: [],
  };
  await (await ownFolder(configHome)).write('looks.json', serializeLooks(stored));
}

/** Cost of a config home's transcripts until a moment of its local day, in US dollars. */
function spentBefore(configHome: string, moment: number): number {
  const midnight = new Date(moment).setHours(0, 0, 0, 0);
  const ledger = new UsageLedger();
  const projects = path.join(configHome, 'projects');
  for (const name of fs.readdirSync(projects, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    const source = ledger.source(name, undefined);
    for (const line of fs.readFileSync(path.join(projects, name), 'utf8').split('\n')) {
      const usage = messagesIn(line)[0];
      if (usage === undefined || usage.at < midnight || usage.at > moment) continue;
      ledger.record(source, usage);
    }
  }
  return ledger.takeDays().reduce((sum, { usd }) => sum + usd, 0);
}
