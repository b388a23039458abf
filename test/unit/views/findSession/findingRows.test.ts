import assert from 'node:assert/strict';
import { findingRows, type PickRow } from '../../../../src/extension/views/findSession/findingRows';
import type { Findings } from '../../../../src/extension/views/findSession/sessionFinder';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { findQuery } from '../../../../src/extension/views/findSession/findQuery';
import { deliveredBoard, withPull } from '../../../support/page/boards/deliveredBoard';
import { aHit, anEntry } from '../../../support/board/historyBuilder';
import { secondsAgo, aSession, builderNow } from '../../../support/sessionBuilder';

const completeFindings: Findings = {
  query: '',
  history: { sessions: [], total: 0, complete: true },
  hits: [],
  moreHits: false,
  missing: [],
  searching: false,
  problem: undefined,
};

function rows(
  findings: Partial<Findings>,
  board: readonly LiveSession[] = [],
  hasMore = false,
): readonly PickRow[] {
  return findingRows({ ...completeFindings, ...findings }, board, hasMore, Date.parse(builderNow));
}

function lines(all: readonly PickRow[]): readonly string[] {
  return all.map((row) =>
    row.kind === 'session'
      ? [row.label, row.description, row.detail].filter((part) => part !== '').join(' | ')
      : row.kind === 'heading'
        ? `— ${row.label}`
        : `* ${row.label}`,
  );
}

const history = (...sessions: readonly Parameters<typeof anEntry>[0][]): Findings['history'] => ({
  sessions: sessions.map((part) => anEntry(part)),
  total: sessions.length,
  complete: true,
});

const asking = aSession({
  sessionId: 'live-1',
  title: 'Build the login',
  agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
  stateSince: secondsAgo(240),
  projectName: 'api',
  gitBranch: 'feature/login',
  lastPrompt: 'Go on with the form',
});

describe('The rows of found sessions', () => {
  it('are who lives, then the past, then what was said', () => {
    const all = rows(
      {
        query: 'login',
        history: history({ sessionId: 'live-1' }, { sessionId: 'past-2', title: 'Old login' }),
        hits: [aHit()],
      },
      [asking],
    );
    assert.deepEqual(lines(all), [
      '— Live',
      'Build the login | Needs permission: Bash · 4m · api · feature/login | Go on with the form',
      '— Sessions',
      'Old login | web-shop · main · 2h ago | And now the tests',
      '— Found in transcripts',
      'Fix the cart | web-shop · main · 2h ago | Claude: …the needle is in the stack…',
    ]);
  });

  it('list a session once that is found by its title and in its own words, and lead to these', () => {
    const of = (sessionId: string) => aHit({ session: anEntry({ sessionId }) });
    const all = rows(
      {
        query: 'login',
        history: history({ sessionId: 'live-1' }, { sessionId: 'past-1' }, { sessionId: 'past-1' }),
        hits: [of('live-1'), of('past-1'), of('past-1'), { ...of('past-1'), agentId: 'x1' }],
      },
      [asking],
    );
    assert.deepEqual(
      lines(all).map((line) => line.split(' | ').at(-1)),
      [
        '— Live',
        'Claude: …the needle is in the stack…',
        '— Sessions',
        'Claude: …the needle is in the stack…',
        '— Found in transcripts',
        'Claude: …the needle is in the stack…',
      ],
    );
    const targets = all.flatMap((row) => (row.kind === 'session' ? [row.target] : []));
    const quote = 'needle is in the stack';
    assert.deepEqual(targets, [
      { sessionId: 'live-1', quote },
      { sessionId: 'past-1', quote },
      { sessionId: 'past-1', agentId: 'x1', quote },
    ]);
  });

  it('leave out live sessions that do not match, in the board’s order else', () => {
    const other = aSession({
      sessionId: 'live-2',
      title: 'Paint it',
      agentState: asking.agentState,
    });
    assert.deepEqual(lines(rows({ query: 'login' }, [other, asking])).length, 2);
    assert.deepEqual(
      rows({}, [other, asking]).flatMap((row) => (row.kind === 'session' ? [row.label] : [])),
      ['Paint it', 'Build the login'],
    );
  });

  it('show the state of a session that is done and still on the board', () => {
    const done = aSession({
      sessionId: 'past-1',
      agentState: { group: 'delivered', state: 'task_complete', label: 'Finished' },
    });
    const [, row] = rows({ history: history({}) }, [done]);
    assert.ok(row?.kind === 'session');
    assert.equal(row.look.codicon, 'pass');
  });

  it('say what it cost, and whether that is an estimate', () => {
    const cost = { totalUsd: 1.234, estimated: true };
    assert.match(lines(rows({ history: history({ cost }) }))[1] ?? '', / · 2h ago · ≈\$1\.23 \|/);
  });

  it('do not say a prompt twice', () => {
    const same = { title: 'Fix the cart', firstPrompt: 'Fix the cart', lastPrompt: 'Fix the cart' };
    assert.equal(
      lines(rows({ history: history(same) }))[1],
      'Fix the cart | web-shop · main · 2h ago',
    );
  });

  it('lead to the place in a subagent’s transcript', () => {
    const [, row] = rows({ hits: [aHit({ agentId: 'x1' })] });
    assert.ok(row?.kind === 'session');
    assert.deepEqual(row.target, {
      sessionId: 'past-1',
      agentId: 'x1',
      quote: 'needle is in the stack',
    });
    assert.match(row.description, /in a subagent$/);
  });

  it('offer to go to what runs, and to take up what is over, wherever it was found', () => {
    const done = { group: 'delivered', state: 'task_complete', label: 'Finished' } as const;
    const board = [
      asking,
      aSession({ sessionId: 'done', agentState: done, pid: undefined }),
      aSession({ sessionId: 'open', agentState: done, pid: 7 }),
    ];
    const ids = ['live-1', 'done', 'open', 'past-1'];
    const found = [
      { history: history(...ids.map((sessionId) => ({ sessionId }))) },
      { hits: ids.map((sessionId) => aHit({ agentId: 'x1', session: anEntry({ sessionId }) })) },
    ]
      .flatMap((findings) => rows(findings, board))
      .filter((row) => row.kind === 'session');
    const wanted = {
      'live-1': ['goTo', 'reveal', 'copy'],
      done: ['resume', 'fork', 'reveal', 'copy'],
      open: ['goTo', 'reveal', 'copy'],
      'past-1': ['resume', 'fork', 'copy'],
    };
    for (const isHit of [false, true]) {
      const offered = found
        .filter((row) => row.isHit === isHit)
        .map(({ target, acts }) => [target.sessionId, acts]);
      assert.deepEqual(Object.fromEntries(offered), wanted);
    }
  });

  it('end with more, when there is more', () => {
    const many = { sessions: [anEntry()], total: 300, complete: true };
    assert.deepEqual(lines(rows({ history: many }, [], true)).slice(2), ['* Show more (299 left)']);
    assert.deepEqual(
      lines(rows({ hits: [aHit()], moreHits: true }))[0],
      '— Found in transcripts (the first 1)',
    );
  });

  it('say that there is nothing, but not while it is looked for', () => {
    assert.deepEqual(lines(rows({ query: 'x' })), ['* No results found']);
    assert.deepEqual(lines(rows({})), ['* No sessions yet.']);
    assert.deepEqual(rows({ searching: true }), []);
    assert.deepEqual(lines(rows({ problem: 'Reconnecting.' })), ['* Reconnecting.']);
  });

  it('are plain text, whatever the sessions say', () => {
    const hostile = '\u001B[31m$(trash) \u202Egpj.exe\u202C\u0007\nsecond line';
    const all = rows(
      {
        history: history({
          title: hostile,
          lastPrompt: hostile,
          gitBranch: hostile,
          projectName: hostile,
        }),
        hits: [aHit({ speaker: hostile, excerpt: hostile })],
      },
      [{ ...asking, title: hostile, lastPrompt: hostile }],
    );
    // eslint-disable-next-line no-control-regex -- control characters are the subject
    assert.doesNotMatch(lines(all).join(''), /[\u0000-\u001F\u202A-\u202E]/);
    assert.match(
      lines(all).join(''),
      /\$\(trash\) ⟨U\+202E⟩gpj\.exe⟨U\+202C⟩⟨U\+0007⟩ second line/,
    );
  });
});

describe('Tokens in Find Session', () => {
  const past = history(
    { sessionId: withPull.sessionId, title: 'Orders' },
    { sessionId: 'past-1', title: 'Old orders' },
  );

  it('find the sessions of the board that have it, also those that are over', () => {
    const found = lines(rows({ query: 'pr:any', history: past }, deliveredBoard));
    assert.deepEqual(
      found.map((line) => line.split(' | ')[0]),
      ['— On the board', 'Make the orders endpoint idempotent', 'Return 409 on a double submit'],
    );
    assert.match(found[1] ?? '', /\| Opened PR #41 · 4m · api-server/);
  });

  it('leave out whatever of the past is not known to have it, and what was said there', () => {
    const hits = [aHit()];
    const found = lines(rows({ query: 'tests:failing', history: past, hits }, deliveredBoard));
    assert.deepEqual(
      found.map((line) => line.split(' | ')[0]),
      ['— On the board', 'Round invoices half even', 'Find out why the checkout times out'],
    );
  });

  it('find those of the past by what came of them, say it and lead to its pull requests', () => {
    const outcome = {
      commits: 2,
      pulls: [{ number: 41, url: 'https://github.com/dev/shop/pull/41' }],
      tests: { ok: false, stale: false },
      at: builderNow,
    };
    const withOutcome = history({ outcome }, { sessionId: 'past-2' });
    const hits = [
      aHit({ session: anEntry({ sessionId: 'past-3', outcome }) }),
      aHit({ session: anEntry({ sessionId: 'past-4' }) }),
    ];
    const found = rows({ query: 'pr:41', history: withOutcome, hits }, [], true);
    assert.deepEqual(
      lines(found).map((line) => line.split(' | ').slice(0, 2).join(' | ')),
      [
        '— Sessions',
        'Fix the cart | PR #41 · Tests failing · web-shop · main · 2h ago',
        '* Show more (0 left)',
        '— Found in transcripts',
        'Fix the cart | web-shop · main · 2h ago',
      ],
    );
    for (const row of found.filter((one) => one.kind === 'session'))
      assert.deepEqual([row.acts[0], row.outcome], ['pull', outcome]);
    const unsafe = { ...outcome, pulls: [{ number: 41, url: 'file:///etc/passwd' }] };
    const [, row] = rows({ history: history({ outcome: unsafe }) });
    assert.ok(row?.kind === 'session');
    assert.deepEqual(row.acts, ['resume', 'fork', 'copy']);
  });

  it('believe the board of a session that is on it', () => {
    const known = aSession({ sessionId: 'past-1' });
    const outcome = { commits: 0, pulls: [], tests: { ok: false, stale: false }, at: builderNow };
    const found = rows({ query: 'tests:failing', history: history({ outcome }) }, [known]);
    assert.deepEqual(lines(found), ['* No results found']);
  });

  it('hold together with words, and say so where nothing is found', () => {
    const found = (query: string) => lines(rows({ query, history: past }, deliveredBoard));
    assert.equal(found('tests:failing checkout').length, 2);
    assert.deepEqual(found('pr:99'), ['* No results found']);
  });
});

describe('The rows of sessions of other machines', () => {
  const machine = { id: 'm0123456789abcdef', name: 'gpu' };

  it('name it, and offer what one of this computer does', () => {
    const [, row] = rows({ history: history({ machine }) });
    assert.ok(row?.kind === 'session');
    assert.match(row.description, /web-shop on gpu/);
    assert.deepEqual(row.acts, ['resume', 'fork', 'copy']);
  });

  it('say which machines were not searched', () => {
    assert.deepEqual(lines(rows({ history: history({}), missing: ['wsl', 'gpu'] })).slice(2), [
      '* Without wsl, gpu: not reached right now',
    ]);
  });
});

describe('What Find Session asks the hub', () => {
  for (const [typed, words, tokens] of [
    ['login', 'login', undefined],
    ['pr:41 login', 'login', 'pr:41'],
    ['say "two words" tests:failing', 'say "two words"', 'tests:failing'],
    ['Branch:"feat x" the end PR:any', 'the end', 'branch:"feat x" pr:any'],
    ['project:api state:idle 12:30', 'project:api state:idle 12:30', undefined],
    ['pr: login', 'pr: login', undefined],
  ] as const)
    it(`is, of ${typed}: ${words}`, () => {
      const query = findQuery(typed);
      assert.deepEqual([query.words, query.tokens], [words, tokens]);
    });
});
