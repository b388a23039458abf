import assert from 'node:assert/strict';
import { muteEnd, muteName, muteTargets } from '../../../../src/extension/views/attention/muteText';
import { toMutedRow, sessionRow } from '../../../../src/extension/views/tree/sessionRow';
import {
  coversSession,
  hasMuteExpired,
  mutesOf,
  isSameMuteTarget,
} from '../../../../src/shared/board/mutes';
import type { Mute } from '../../../../src/shared/protocol/windows';
import { aSession, builderNow } from '../../../support/sessionBuilder';

const session = aSession({ sessionId: 'one', projectPath: '/home/dev/shop', projectName: 'shop' });
const [one, two, three]: readonly Mute[] = [
  { scope: 'session', sessionId: 'one' },
  { scope: 'session', sessionId: 'two' },
  { scope: 'session', sessionId: 'three' },
];
const shop: Mute = { scope: 'project', path: '/home/dev/shop' };
const all: Mute = { scope: 'all' };

describe('A mute', () => {
  it('covers a session, a project or everything', () => {
    const mutes = [one, two, shop, { ...shop, path: '/home/dev' }, all] as const;
    assert.deepEqual(
      mutes.map((mute) => mute !== undefined && coversSession(mute, session)),
      [true, false, true, false, true],
    );
  });

  it('expires at its time', () => {
    const mute: Mute = { ...all, until: 1_000 };
    assert.deepEqual(
      [hasMuteExpired(mute, 999), hasMuteExpired(mute, 1_000), hasMuteExpired(all, 1e15)],
      [false, true, false],
    );
    assert.deepEqual(mutesOf([mute, shop], session, 1_000), [shop]);
  });

  it('has the same target regardless of its time', () => {
    assert.ok(isSameMuteTarget(shop, { ...shop, until: 5 }));
    assert.ok(
      one &&
        two &&
        !isSameMuteTarget(one, two) &&
        !isSameMuteTarget(one, all) &&
        !isSameMuteTarget(all, shop),
    );
  });

  it('is offered for several sessions together, each session, each project once, and everything', () => {
    const other = aSession({
      sessionId: 'two',
      projectPath: '/home/dev/shop',
      projectName: 'shop',
    });
    const homeless = aSession({ sessionId: 'three', projectPath: '', projectName: '' });
    assert.deepEqual(
      muteTargets([session, other, homeless]).map(({ mutes }) => mutes),
      [[one, two, three], [one], [two], [three], [shop], [all]],
    );
    assert.deepEqual(
      muteTargets([session]).map(({ mutes }) => mutes),
      [[one], [shop], [all]],
    );
    assert.deepEqual(
      muteTargets([]).map(({ name }) => name),
      ['All sessions'],
    );
  });

  it('has a name, even if its session has been removed', () => {
    const get = (): undefined => undefined;
    assert.equal(muteName({ ...shop }, get), 'Project shop');
    assert.equal(muteName(all, get), 'All sessions');
    assert.equal(
      muteName({ scope: 'session', sessionId: '0123456789' }, get),
      'Session “01234567…”',
    );
    assert.equal(
      muteName({ scope: 'session', sessionId: 'one' }, () => ({ title: 'Fix it' })),
      'Session “Fix it”',
    );
  });

  it('states when it expires', () => {
    assert.equal(muteEnd(all), 'until you unmute');
    assert.match(muteEnd({ ...all, until: Date.now() }), /^until \d+:\d\d\s[AP]M$/u);
  });

  it('marks a row as muted and keeps its menu actions', () => {
    const row = sessionRow(session, Date.parse(builderNow));
    const muted = toMutedRow(row);
    assert.match(muted.description, /^<1m · muted/);
    assert.match(muted.accessibleLabel, /, notifications muted$/);
    assert.equal(row.contextValue, 'session+live+loaded+project+transcript');
    assert.equal(muted.contextValue, 'session+live+loaded+project+muted+transcript');
    assert.equal(toMutedRow({ ...row, contextValue: 'session' }).contextValue, 'session+muted');
  });
});
