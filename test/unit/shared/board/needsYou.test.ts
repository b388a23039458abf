import assert from 'node:assert/strict';
import { assert as check, property } from 'fast-check';
import { groupText } from '../../../../src/extension/hub/phone/push/pushTexts';
import { BoardReplica } from '../../../../src/extension/link/boardReplica';
import { findingRows } from '../../../../src/extension/views/findSession/findingRows';
import { statusBarState } from '../../../../src/extension/views/statusBar/statusBarModel';
import { TreeModel } from '../../../../src/extension/views/tree/treeModel';
import { blockedOf, readyOf } from '../../../../src/shared/board/waiting';
import {
  needsYouCounts,
  needsYouNumbers,
  needsYouOfMachine,
  needsYouOfPart,
  needsYouText,
} from '../../../../src/shared/board/needsYou';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { digestParts } from '../../../../src/shared/board/texts/digestText';
import { ownTranslator } from '../../../../src/shared/words/l10n';
import { arrange, shownNeedsYouCounts, noColumns } from '../../../../src/webview/layout/arrange';
import {
  expectedPair,
  digestWithOtherCounts,
  randomBoards,
} from '../../../support/board/randomBoard';
import { aSession, aSummary, builderNow, secondsAgo } from '../../../support/sessionBuilder';

const now = Date.parse(builderNow);

const digest = digestWithOtherCounts;

const needs = (state: string): LiveSession =>
  aSession({ agentState: { group: 'needs_you', state } });

/** The pair on each surface of a board, as text or numbers. */
function surfaces(sessions: readonly LiveSession[]): Readonly<Record<string, unknown>> {
  const replica = new BoardReplica();
  replica.apply({
    type: 'snapshot',
    data: { sessions: [...sessions], summary: aSummary(sessions) },
  });
  const byId = new Map(sessions.map((session) => [session.sessionId, session]));
  const columns = arrange(noColumns, byId);
  const tree = new TreeModel(replica, now);
  const { text, tooltip, accessibleLabel, warning } = statusBarState(replica, now);
  const found = {
    board: shownNeedsYouCounts({ columns, sessions: byId }),
    tree: tree.needsYou,
    lists: { blocked: blockedOf(replica).length, ready: readyOf(replica).length },
    sum: replica.summary.needsYouCount,
    statusBar: text.replace(/^\$\([a-z-]+\) /u, ''),
    tooltip: /\*\*(?<pair>[^*]+)\*\*/u.exec(tooltip)?.groups?.['pair'],
    read: accessibleLabel.startsWith(
      `Mission Control: ${needsYouText(expectedPair(sessions), ', ')}`,
    ),
    warning,
    digest: digestParts(digest, sessions, now)[0],
    push: groupText([], needsYouCounts(sessions), ownTranslator).title,
    findSession: liveHeading(sessions),
  };
  replica.dispose();
  return found;
}

/** Heading above the board's sessions in Find Session, while nothing is typed. */
function liveHeading(sessions: readonly LiveSession[]): string | undefined {
  const nothing = { query: '', hits: [], moreHits: false, missing: [], searching: false } as const;
  const findings = { ...nothing, history: undefined, problem: undefined };
  return findingRows(findings, sessions, false, now).find(({ kind }) => kind === 'heading')?.label;
}

describe('The counts of Needs You', () => {
  it('are the same in every view of a random board', () => {
    check(
      property(randomBoards, (sessions) => {
        const pair = expectedPair(sessions);
        const text = needsYouText(pair);
        assert.deepEqual(surfaces(sessions), {
          board: pair,
          tree: pair,
          lists: pair,
          sum: pair.blocked + pair.ready,
          statusBar: text,
          tooltip: text,
          read: true,
          warning: pair.blocked > 0,
          digest: needsYouOfPart(pair) ?? '1 finished',
          push: text,
          findSession: sessions.every(({ agentState }) => agentState.group === 'delivered')
            ? undefined
            : `Live · ${text}`,
        });
      }),
    );
  });

  it('stay correct in the tree while sessions change one by one', () => {
    check(
      property(randomBoards, (sessions) => {
        const replica = new BoardReplica();
        replica.apply({ type: 'snapshot', data: { sessions: [], summary: aSummary([]) } });
        const tree = new TreeModel(replica, now);
        for (const [index, session] of sessions.entries()) {
          // After every second session, the session before it becomes idle.
          const before = sessions[index - 1];
          const changed = [
            session,
            ...(before && index % 2 === 1
              ? [
                  {
                    ...before,
                    agentState: { ...before.agentState, group: 'needs_you', state: 'idle' },
                  } as const,
                ]
              : []),
          ];
          replica.apply({ type: 'sessions', data: changed });
          tree.update({ whole: false, changed, removed: [] }, now, false);
          assert.deepEqual(tree.needsYou, expectedPair(replica.sessions));
        }
        replica.dispose();
      }),
      { numRuns: 50 },
    );
  });

  it('of this computer and of the machines add up to the total', () => {
    check(
      property(randomBoards, (sessions) => {
        const places = new Set(sessions.map(({ machine }) => machine?.id));
        const parts = [...places].map((id) =>
          id === undefined
            ? needsYouOfPart(expectedPair(sessions.filter(({ machine }) => machine === undefined)))
            : needsYouOfMachine({ machineId: id }, sessions),
        );
        const sum = (word: string): number =>
          parts.reduce((total, part) => {
            const found = new RegExp(`(\\d+) ${word}`, 'u').exec(part ?? '');
            return total + Number(found?.[1] ?? 0);
          }, 0);
        assert.deepEqual(
          { blocked: sum('Needs You'), ready: sum('ready') },
          expectedPair(sessions),
        );
      }),
    );
  });

  it('are shown in one format, and for a part of the board without zeros', () => {
    const pair = needsYouCounts([needs('error'), needs('idle'), needs('interrupted')]);
    assert.equal(needsYouText(pair), '1 Needs You · 2 ready');
    assert.equal(needsYouText(pair, ', '), '1 Needs You, 2 ready');
    assert.equal(needsYouNumbers(pair), '1 · 2 ready');
    assert.equal(needsYouText({ blocked: 0, ready: 0 }), '0 Needs You');
    assert.equal(needsYouNumbers({ blocked: 3, ready: 0 }), '3');
    assert.equal(needsYouOfPart({ blocked: 0, ready: 0 }), undefined);
    assert.equal(needsYouOfPart({ blocked: 0, ready: 2 }), '2 ready');
  });

  it('are shown in a digest with the longest wait of a blocked session', () => {
    const waits = { ...needs('error'), stateSince: secondsAgo(2_420) };
    const rests = { ...needs('idle'), stateSince: secondsAgo(9_000) };
    assert.deepEqual(digestParts(digest, [needs('error'), waits, rests], now), [
      '2 Needs You · 1 ready',
      'longest wait 40m',
      '1 finished',
    ]);
  });
});
