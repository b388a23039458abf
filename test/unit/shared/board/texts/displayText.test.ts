import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { cardLookOf } from '../../../../../src/shared/board/displayLooks';
import {
  badgesOf,
  branchName,
  layerLabel,
  displayDetail,
  offeredAddresses,
  openablePulls,
  outcomeText,
  pullText,
  repositoryLines,
  webAddress,
} from '../../../../../src/shared/board/texts/displayText';
import type { LiveSession } from '../../../../../src/shared/protocol/protocol';
import { shownLayerLabel } from '../../../../../src/shared/words/layerTexts';
import { allTranslations, language, setLanguage } from '../../../../../src/shared/words/l10n';
import { stateLabel } from '../../../../../src/shared/words/stateLabels';
import { hostileText } from '../../../../support/hostileText';
import { aBadge, saying } from '../../../../support/page/boards/deliveredBoard';
import { aPendingRequest, aSession } from '../../../../support/sessionBuilder';

const display = {
  layer: 'sdlc',
  label: saying('Opened PR #41'),
  icon: 'pull-request',
  tone: 'blue',
  badges: [],
} as const;

const inState = (group: 'needs_you' | 'autonomous' | 'delivered', state: string) =>
  aSession({
    agentState: { group, state, label: stateLabel('idle') },
    display: { ...display, badges: [] },
  });

describe('The label of a layer', () => {
  for (const [group, state] of [
    ['needs_you', 'idle'],
    ['needs_you', 'interrupted'],
    ['delivered', 'task_complete'],
    ['delivered', 'session_ended'],
  ] as const)
    it(`replaces the state ${state}, with the layer’s icon and tone`, () => {
      const session = inState(group, state);
      assert.equal(layerLabel(session), 'Opened PR #41');
      assert.deepEqual(cardLookOf(session), {
        lucide: 'GitPullRequest',
        codicon: 'git-pull-request',
        tone: 'blue',
      });
    });

  for (const words of [
    'Needs permission: Bash',
    '  ⚠️ NEEDS  PERMISSION',
    'Ｎeeds permission',
    'Needs you: Deploy?',
    'Asked you a question',
    'Plan ready for review.',
    'Allow',
    '[ Deny ]',
  ])
    it(`is not shown if it imitates a request: ${words}`, () => {
      const idle = aSession({
        agentState: { group: 'needs_you', state: 'idle', label: stateLabel('idle') },
      });
      const label = saying(words);
      const badges = [{ text: label }, { text: saying('live') }];
      const session = { ...idle, display: { ...display, label, badges } };
      assert.equal(layerLabel(session), undefined);
      assert.equal(cardLookOf(session).lucide, cardLookOf(idle).lucide);
      assert.deepEqual(
        badgesOf(session).map(({ text }) => text),
        ['live'],
      );
    });

  it('is not shown if it imitates a request in the user’s language or by a value', () => {
    const [before, words] = [language(), allTranslations()];
    setLanguage('de', { 'Plan ready for review': 'Plan bereit', Allow: 'Erlauben' });
    try {
      const badgesWith = (text: string) =>
        badgesOf({ display: { ...display, badges: [{ text: saying(text) }] } });
      for (const text of ['Plan bereit', 'erlauben', 'Needs permission'])
        assert.deepEqual(badgesWith(text), [], text);
      assert.equal(badgesWith('Allowed hosts').length, 1);
      const text = { key: '{0} pass', values: ['Needs permission'], text: 'Needs permission pass' };
      assert.deepEqual(badgesOf({ display: { ...display, badges: [{ text }] } }), []);
    } finally {
      setLanguage(before, words);
    }
  });

  for (const [group, state] of [
    ['autonomous', 'thinking'],
    ['needs_you', 'needs_permission'],
    ['needs_you', 'awaiting_input'],
    ['needs_you', 'awaiting_approval'],
    ['needs_you', 'error'],
    ['needs_you', 'limit_reached'],
    ['needs_you', 'a_state_of_a_newer_hub'],
    ['delivered', 'failed'],
  ] as const)
    it(`does not replace the state ${state}`, () => {
      const session = inState(group, state);
      assert.equal(layerLabel(session), undefined);
      assert.notEqual(cardLookOf(session).lucide, 'GitPullRequest');
    });

  it('is not shown while a request is pending', () => {
    const session = { ...inState('needs_you', 'idle'), pendingRequest: aPendingRequest() };
    assert.equal(layerLabel(session), undefined);
  });

  it('is shown with the state’s icon and tone if the layer has none', () => {
    const { icon: _icon, tone: _tone, ...bare } = display;
    const session = { ...inState('needs_you', 'idle'), display: { ...bare, badges: [] } };
    assert.deepEqual(cardLookOf(session), { lucide: 'Clock', codicon: 'clock', tone: 'gray' });
  });

  it('is shown in the user’s language if its text is known', () => {
    const [words, before] = [allTranslations(), language()];
    const label = { key: 'Opened PR #{0}', values: [41], text: 'Opened PR #41' };
    assert.equal(shownLayerLabel(label), 'Opened PR #41');
    setLanguage('de', { 'Opened PR #{0}': 'PR #{0} geöffnet' });
    assert.equal(shownLayerLabel(label), 'PR #41 geöffnet');
    assert.equal(shownLayerLabel(saying('Deployed')), 'Deployed');
    setLanguage(before, words);
  });
});

describe('The texts of a layer', () => {
  const shows = (session: LiveSession): readonly string[] => [
    layerLabel(session) ?? '',
    displayDetail(session),
    ...badgesOf(session).flatMap(({ text, tooltip }) => [text, tooltip]),
    branchName(session),
    ...repositoryLines(session),
  ];

  it('are one line each and contain no hidden characters', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const session = aSession({
          ...inState('needs_you', 'idle'),
          repository: { branch: text, worktree: text, upstream: text, ahead: 1 },
          display: {
            layer: 'rules',
            label: saying(text),
            badges: [aBadge(text, { tooltip: saying(text) })],
            detail: saying(text),
          },
        });
        for (const shown of shows(session)) {
          assert.doesNotMatch(shown, /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
          assert.ok(shown.length < 400, String(shown.length));
        }
      }),
    );
  });

  it('are truncated to the hub’s limits, and so is the number of badges', () => {
    const long = 'x'.repeat(900);
    const session = {
      ...inState('needs_you', 'idle'),
      display: {
        layer: 'rules',
        label: saying(long),
        badges: Array.from({ length: 9 }, () => aBadge(long)),
      },
    };
    assert.equal(layerLabel(session)?.length, 81);
    assert.equal(badgesOf(session).length, 4);
    assert.equal(badgesOf(session)[0]?.text.length, 25);
  });

  it('do not include an empty badge or an unknown icon', () => {
    const badges = [aBadge(' '), aBadge('new', { icon: 'constructor' as 'book' })];
    assert.deepEqual(badgesOf({ display: { layer: 'rules', badges } }), [
      { text: 'new', tooltip: 'new', icon: undefined, tone: 'gray', href: undefined },
    ]);
  });
});

describe('A link', () => {
  for (const href of [
    'https://github.com/dev/proj/pull/41',
    'https://example.com',
    'https://example.com:8443/a?b=c&d=%20#e',
  ])
    it(`may be opened: ${href}`, () => assert.equal(webAddress(href), href));

  for (const href of [
    'http://github.com/',
    'javascript:alert(1)',
    'command:workbench.action.quit',
    'vscode://some.extension/x',
    'file:///etc/passwd',
    'https://github.com@evil.example/',
    'https://user:word@github.com/',
    'https://',
    'https:github.com',
    ' https://github.com/',
    'https://github.com/\u202Emoc',
    'https://github.com/a b',
    'https://github.com/a\nb',
    'https://\u0433ithub.com/',
    'https://github.com\\@evil.example/',
    `https://github.com/${'a'.repeat(2_000)}`,
    undefined,
  ])
    it(`may not be opened: ${JSON.stringify(href)?.slice(0, 60)}`, () =>
      assert.equal(webAddress(href), undefined));

  it('is offered only if a badge or a pull request contains it', () => {
    const session = aSession({
      display: {
        layer: 'rules',
        badges: [
          aBadge('live', { href: 'https://live.example/' }),
          aBadge('bad', { href: 'command:evil' }),
        ],
      },
      outcome: {
        commits: 1,
        at: '',
        pulls: [
          { number: 1, url: 'https://github.com/a/b/pull/1', state: 'merged' },
          { number: 2, url: 'http://github.com/a/b/pull/2' },
          { number: 3, url: 'https://github.com/a/b/pull/3' },
        ],
      },
    });
    assert.deepEqual(
      [...offeredAddresses(session)],
      ['https://live.example/', 'https://github.com/a/b/pull/3', 'https://github.com/a/b/pull/1'],
    );
    assert.deepEqual(openablePulls(session).map(pullText), ['PR #3', 'PR #1 · merged']);
  });
});

describe('The repository of a session', () => {
  it('is named by the branch that is checked out, not by the client’s', () => {
    assert.equal(branchName({ gitBranch: 'main', repository: { branch: 'next' } }), 'next');
    assert.equal(branchName({ gitBranch: 'main', repository: {} }), 'main');
    assert.equal(branchName({}), '');
  });

  it('is described by its worktree, its distance from upstream and its uncommitted files', () => {
    const repository = { worktree: 'b', upstream: 'origin/x', ahead: 2, behind: 1, uncommitted: 1 };
    assert.deepEqual(repositoryLines({ repository }), [
      'Worktree b',
      '↑2 ↓1 compared with origin/x',
      '1 file not committed',
    ]);
    assert.deepEqual(repositoryLines({ repository: { ahead: 0, behind: 3, uncommitted: 0 } }), [
      '↓3',
    ]);
    assert.deepEqual(repositoryLines({}), []);
  });
});

describe('An outcome in a few words', () => {
  const at = '2026-03-20T12:00:00.000Z';
  const pull = (number: number, state?: 'merged') => ({
    number,
    url: `https://example.com/${number}`,
    ...(state !== undefined && { state }),
  });
  for (const [outcome, text] of [
    [undefined, ''],
    [
      { commits: 3, pulls: [pull(41)], tests: { ok: false, stale: false } },
      'PR #41 · Tests failing',
    ],
    [
      { commits: 1, pushed: 'x', pulls: [pull(1), pull(2), pull(3, 'merged')] },
      'PR #3 · merged · PR #2',
    ],
    [{ commits: 1, pushed: 'feature/auth', pulls: [] }, 'Pushed feature/auth'],
    [{ commits: 2, pulls: [], tests: { ok: true, stale: true } }, '2 commits · Tests passing'],
    [{ commits: 1, pulls: [] }, '1 commit'],
    [{ commits: 0, pulls: [], tests: { ok: true, stale: false } }, 'Tests passing'],
  ] as const)
    it(`is ${text || 'nothing'}`, () =>
      assert.equal(outcomeText(outcome && { ...outcome, pulls: [...outcome.pulls], at }), text));
});
