import assert from 'node:assert/strict';
import {
  eventsToInstall,
  knownEvents,
  wantedEvents,
} from '../../../../../src/extension/agents/claude/settings/knownEvents';
import { compareVersions } from '../../../../../src/shared/text/compareVersions';

describe('The events of a client version', () => {
  const counts: readonly (readonly [string | undefined, number])[] = [
    [undefined, 12],
    ['2.1.27', 12],
    ['2.1.84', 12],
    ['2.1.85', 19],
    ['2.1.206', 19],
    ['2.1.207', 21],
    ['2.1.329', 21],
    ['2.1.330-beta.1', 21],
    ['3.0.0', 21],
  ];
  for (const [version, count] of counts) {
    it(`are ${count} for ${version ?? 'an unknown version'}`, () => {
      assert.equal(eventsToInstall(version).length, count);
    });
  }

  it('never include one that the version does not know', () => {
    const unknownTo85 = ['PermissionDenied', 'PostToolBatch', 'UserPromptExpansion'];
    for (const event of unknownTo85) assert.ok(!knownEvents('2.1.85').has(event));
    assert.ok(!knownEvents('2.1.207').has('PreModelSwitch'));
    assert.ok(knownEvents('2.1.329').has('PreModelSwitch'));
    assert.ok(!knownEvents('2.1.331').has('PreSkillShellCommand'));
    assert.ok(knownEvents('2.1.332').has('PreSkillShellCommand'));
  });

  it('never include WorktreeCreate, which would replace what git does', () => {
    assert.ok(!knownEvents('9.9.9').has('WorktreeCreate'));
    assert.ok(!(wantedEvents as readonly string[]).includes('WorktreeCreate'));
  });

  it('are refused for a client older than any that was measured', () => {
    assert.throws(() => eventsToInstall('2.1.26'), /2\.1\.26.*2\.1\.27 or newer/);
  });

  it('compare versions by number', () => {
    assert.ok(compareVersions('2.1.9', '2.1.27') < 0);
    assert.ok(compareVersions('2.1.329', '2.1.85') > 0);
    assert.equal(compareVersions('2.1.85', '2.1.85-rc.1'), 0);
  });
});
