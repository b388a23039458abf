import { priceMessage } from '../../../../src/extension/hub/domain/cost/pricing';
import { runCcusage, type PeerTokens } from '../../compare/ccusage';
import type { UsageTotal } from '../../../../src/extension/hub/domain/facts/event';
import { countHistory } from '../../compare/countedHistory';
import { dayOf, tokensOf, totals, type History, type TrueTotal } from '../../history/history';
import type { TrueMessage } from '../../history/truth';
import { verdict, type Measurement, type Row } from '../../measurement';

const budgetShare = 0.001;
const maxListed = 12;

/**
 * Compares the true totals of the history with the peer's totals by day and model, and with the
 * product's totals.
 */
export const equality: Measurement = {
  name: 'equality',
  async measure(bench) {
    const history = bench.history('history');
    const { folder, messages } = history;
    const { cells } = await runCcusage(await bench.peer(), folder);
    const keyOf = ({ at, model }: TrueMessage): string => `${dayOf(at)} ${model}`;
    // The peer ignores lines with an invalid character, so their messages are left out.
    const readable = totals(
      messages.filter(({ damaged }) => !damaged),
      keyOf,
    );
    const keys = [...new Set([...readable.keys(), ...cells.keys()])].sort();
    const tokenNotes = keys
      .filter((key) => tokenText(readable.get(key)) !== tokenText(cells.get(key)))
      .map(
        (key) => `${key}: ${tokenText(readable.get(key))}, the peer ${tokenText(cells.get(key))}`,
      );
    const damaged = messages.filter((message) => message.damaged);

    // Leaves out the charges that the peer ignores, so that everything else can be compared
    // exactly.
    const plain = totals(messages.filter(({ damaged }) => !damaged).map(withoutExtras), keyOf);
    const long = new Set(messages.filter(isLong).map(keyOf));
    const priced = keys.filter((key) => cells.get(key)?.priced === true);
    const dollars = compareDollars(
      priced.filter((key) => !long.has(key)),
      plain,
      cells,
    );
    const unpriced = keys.filter((key) => cells.get(key)?.priced === false);
    const ours = sum(unpriced.map((key) => readable.get(key)?.usd ?? 0));
    return [
      ...(await countedRows(history)),
      {
        figure: `tokens by day and model (${keys.length} of them)`,
        measured: `${keys.length - tokenNotes.length} equal`,
        budget: 'all',
        verdict: verdict(tokenNotes.length === 0),
        notes: [
          ...tokenNotes.slice(0, maxListed),
          `${damaged.length} messages whose only line holds a broken character are left out: the peer drops them`,
        ],
      },
      {
        figure: 'dollars by day and model',
        measured: `${dollars.within} of ${dollars.compared} within 0.1 %, worst ${(dollars.worst * 100).toFixed(3)} %`,
        budget: 'all',
        verdict: verdict(dollars.within === dollars.compared),
        notes: [
          ...dollars.notes.slice(0, maxListed),
          `left out by the peer and not compared: ${leftOut(messages)}`,
          `${long.size} days and models not compared: the service prices a long prompt as a whole, the peer what is above the threshold, kind by kind`,
          `${unpriced.length} days and models have no price there; here they cost $${ours.toFixed(2)}`,
        ],
      },
    ];
  },
};

/** Compares the product's totals of all sessions and days with the true ones. */
async function countedRows({ folder, messages }: History): Promise<readonly Row[]> {
  const counted = await countHistory(folder);
  const bySession = totals(messages, ({ sessionId }) => sessionId);
  const byDay = totals(messages, ({ at }) => dayOf(at));
  const wrong = [
    ...[...bySession].flatMap(([sessionId, total]) => {
      const own = counted.sessions.get(sessionId);
      return isSame(own && tokenSum(own), own?.usd, total) ? [] : [`session ${sessionId}`];
    }),
    ...[...byDay].flatMap(([day, total]) => {
      const own = counted.days.get(Number(day.replaceAll('-', '')));
      return isSame(own?.tokens, own?.usd, total) ? [] : [day];
    }),
  ];
  const all = bySession.size + byDay.size;
  return [
    {
      figure: `sessions and days counted right (${bySession.size} and ${byDay.size} of them)`,
      measured: `${all - wrong.length} of ${all}`,
      budget: 'all',
      verdict: verdict(wrong.length === 0),
      notes: wrong.slice(0, maxListed).map((one) => `${one} is counted as something else`),
    },
  ];
}

function isSame(tokens: number | undefined, usd: number | undefined, total: TrueTotal): boolean {
  return tokens === tokensOf(total) && Math.abs((usd ?? 0) - total.usd) < 1e-5;
}

function tokenSum({ input, output, cacheRead, cacheCreation }: UsageTotal): number {
  return input + output + cacheRead + cacheCreation;
}

function withoutExtras(message: TrueMessage): TrueMessage {
  return { ...message, usOnly: false, webSearches: 0 };
}

function isLong({ model, input, cacheRead, cacheWrite5m, cacheWrite1h }: TrueMessage): boolean {
  return model.includes('sonnet-4-5') && input + cacheRead + cacheWrite5m + cacheWrite1h > 200_000;
}

interface Dollars {
  readonly compared: number;
  readonly within: number;
  readonly worst: number;
  readonly notes: readonly string[];
}

function compareDollars(
  keys: readonly string[],
  ours: ReadonlyMap<string, TrueTotal>,
  theirs: ReadonlyMap<string, PeerTokens>,
): Dollars {
  const off = keys.map((key) => {
    const [own, other] = [ours.get(key)?.usd ?? 0, theirs.get(key)?.usd ?? 0];
    return { key, own, other, share: Math.abs(own - other) / Math.max(own, 1e-9) };
  });
  const wrong = off.filter(({ share }) => share > budgetShare).sort((a, b) => b.share - a.share);
  return {
    compared: keys.length,
    within: keys.length - wrong.length,
    worst: Math.max(0, ...off.map(({ share }) => share)),
    notes: wrong.map(
      ({ key, own, other }) => `${key}: $${own.toFixed(4)}, the peer $${other.toFixed(4)}`,
    ),
  };
}

/** Text with the number of messages that the peer prices too low, and the difference, by kind. */
function leftOut(messages: readonly TrueMessage[]): string {
  const kinds = {
    'web searches': (message: TrueMessage) => message.webSearches > 0,
    'inference kept in the US': (message: TrueMessage) => message.usOnly,
  };
  return Object.entries(kinds)
    .map(([name, isKind]) => {
      const own = messages.filter(isKind);
      const added = sum(own.map((message) => price(message) - price(withoutExtras(message))));
      return `${own.length} messages with ${name} ($${added.toFixed(2)})`;
    })
    .join(', ');
}

function price(message: TrueMessage): number {
  return priceMessage(message.model, message, message.at).usd;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function tokenText(cell: Omit<TrueTotal, 'usd'> | undefined): string {
  if (cell === undefined) return 'nothing';
  return `${cell.input}/${cell.output}/${cell.cacheRead}/${cell.cacheCreation}`;
}
