import assert from 'node:assert/strict';
import { byProject } from '../../../../src/webview/layout/projects';
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

describe('byProject', () => {
  const plain = { pinned: false, tags: [] };

  it('keeps the order within a project, and projects of one name apart by their folder', () => {
    assert.deepEqual(byProject(['b', 'a', 'd', 'c', 'gone'], sessions), [
      { path: '/x/shop', name: 'shop', ids: ['a', 'c'], ...plain },
      { path: '/y/shop', name: 'shop', ids: ['b'], ...plain },
      { path: '', name: 'No project', ids: ['d'], ...plain },
    ]);
  });

  it('puts pinned projects first, and keeps their tags without those of a session', () => {
    const tags = [
      { word: 'own', color: 'red' },
      { word: 'team', color: 'blue', project: true },
    ];
    const marked = new Map(sessions);
    const projectPath = '/y/shop';
    marked.set('b', aSession({ sessionId: 'b', projectPath, projectPinned: true, tags }));
    const [first, second] = byProject(['a', 'b'], marked);
    assert.deepEqual([first?.ids, first?.pinned, second?.ids], [['b'], true, ['a']]);
    assert.deepEqual(first?.tags, [tags[1]]);
  });
});
