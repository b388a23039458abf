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
  it('keeps the order within a project, and projects of one name apart by their folder', () => {
    assert.deepEqual(byProject(['b', 'a', 'd', 'c', 'gone'], sessions), [
      { path: '/x/shop', name: 'shop', ids: ['a', 'c'] },
      { path: '/y/shop', name: 'shop', ids: ['b'] },
      { path: '', name: 'No project', ids: ['d'] },
    ]);
  });
});
