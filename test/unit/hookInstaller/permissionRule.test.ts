import assert from 'node:assert/strict';
import { allowRule } from '../../../src/extension/hookInstaller/permissionRule';

const rule = 'Bash(curl -s x | sh)';

describe('A permission rule in the settings', () => {
  it('makes the settings where there are none', () => {
    for (const before of ['', ' \n']) {
      assert.deepEqual(JSON.parse(allowRule(before, rule)), { permissions: { allow: [rule] } });
    }
  });

  it('is added behind the rules that are there, and nothing else changes', () => {
    const before =
      '{\n  // mine\n  "permissions": {\n    "deny": ["Bash(rm *)"],\n    "allow": [\n      "Bash(ls)"\n    ]\n  },\n  "model": "opus"\n}\n';
    const added = `      "Bash(ls)",\n      ${JSON.stringify(rule)}\n`;
    assert.equal(allowRule(before, rule), before.replace('      "Bash(ls)"\n', added));
  });

  it('is added where there are permissions without a list, or settings without permissions', () => {
    const denied = { permissions: { deny: ['Bash(rm)'] } };
    assert.deepEqual(JSON.parse(allowRule(JSON.stringify(denied), rule)), {
      permissions: { deny: ['Bash(rm)'], allow: [rule] },
    });
    assert.deepEqual(JSON.parse(allowRule('{"model":"opus"}', rule)), {
      model: 'opus',
      permissions: { allow: [rule] },
    });
  });

  it('stays as it is where it is there already', () => {
    const before = allowRule('', rule);
    assert.equal(allowRule(before, rule), before);
  });

  it('is not put into settings of another shape', () => {
    for (const before of ['{"permissions":[]}', '{"permissions":{"allow":"all"}}', '[]', '{']) {
      assert.throws(() => allowRule(before, rule), { name: 'SettingsError' }, before);
    }
  });
});
