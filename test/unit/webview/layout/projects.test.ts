import assert from 'node:assert/strict';
import { groupByProject } from '../../../../src/webview/layout/projects';
import { aSession } from '../../../support/sessionBuilder';

const sessions = new Map(
  [
    ['a', '/x/shop', 'shop'],
    ['b', '/y/shop', 'shop'],
    ['c', '/x/shop', 'shop'],
    ['d', '', ''],
  ].map(([sessionId = '', projectPath = '', projectName = '']) => [
    sessionId,
    aSession({ sessionId, projectPath, projectName }),
  ]),
);

describe('groupByProject', () => {
  const plain = { machineName: '', isAccount: false, pinned: false, tags: [] };

  it('keeps the order within a project, and separates projects of the same name by their folder', () => {
    assert.deepEqual(groupByProject(['b', 'a', 'd', 'c', 'gone'], sessions), [
      { key: '/x/shop', path: '/x/shop', name: 'shop', place: 'shop', ids: ['a', 'c'], ...plain },
      { key: '/y/shop', path: '/y/shop', name: 'shop', place: 'shop', ids: ['b'], ...plain },
      { key: '', path: '', name: 'No project', place: 'No project', ids: ['d'], ...plain },
    ]);
  });

  it('separates the same path on two machines, and names the machine', () => {
    const machine = { id: 'm0123456789abcdef', name: 'gpu-box' };
    const there = aSession({ ...sessions.get('a'), sessionId: 'e', machine });
    const parts = groupByProject(['e', 'a', 'c'], new Map([...sessions, ['e', there]]));
    assert.deepEqual(
      parts.map(({ place, ids, path, machine: id }) => [place, ids, path, id]),
      [
        ['shop', ['a', 'c'], '/x/shop', undefined],
        ['shop on gpu-box', ['e'], '/x/shop', machine.id],
      ],
    );
  });

  it('puts pinned projects first, with the tags of the project but not of its sessions', () => {
    const tags = [
      { word: 'own', color: 'red' },
      { word: 'team', color: 'blue', project: true },
    ];
    const marked = new Map(sessions);
    const projectPath = '/y/shop';
    marked.set('b', aSession({ sessionId: 'b', projectPath, projectPinned: true, tags }));
    const [first, second] = groupByProject(['a', 'b'], marked);
    assert.deepEqual([first?.ids, first?.pinned, second?.ids], [['b'], true, ['a']]);
    assert.deepEqual(first?.tags, [tags[1]]);
  });
});
