import assert from 'node:assert/strict';
import {
  emptyContainers,
  installedHooks,
  installHooks,
  removeHooks,
} from '../../../src/extension/hookInstaller/settingsEdit';
import { SettingsError } from '../../../src/extension/agents/claude/settings/settingsError';
import { lines, wantedHooks } from './wantedHooks';

const stop = wantedHooks(['Stop']);
const [stopHook] = Array.from(stop.values());
const command = JSON.stringify(stopHook?.command);
const older = `{"type":"command","command":"/old/mission-control/relay.sh","timeout":5}`;

interface Case {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Text after a removal; `before` if absent. */
  readonly removed?: string;
}

const group = (indent: string, unit = '  ', eol = '\n'): string =>
  [
    `${indent}{`,
    `${indent}${unit}"hooks": [`,
    `${indent}${unit.repeat(2)}{`,
    `${indent}${unit.repeat(3)}"type": "command",`,
    `${indent}${unit.repeat(3)}"command": ${command},`,
    `${indent}${unit.repeat(3)}"async": true,`,
    `${indent}${unit.repeat(3)}"timeout": 10`,
    `${indent}${unit.repeat(2)}}`,
    `${indent}${unit}]`,
    `${indent}}`,
  ].join(eol);
const hooks = (unit = '  ', eol = '\n'): string =>
  [
    `${unit}"hooks": {`,
    `${unit.repeat(2)}"Stop": [`,
    group(unit.repeat(3), unit, eol),
    `${unit.repeat(2)}]`,
    `${unit}}`,
  ].join(eol);
const compact = `{"hooks":[{"type":"command","command":${command},"async":true,"timeout":10}]}`;

const cases: readonly Case[] = [
  {
    name: 'a comment, a switch and a hook of another form among the events',
    before: `{"hooks":{"// Stop":"runs last","// Stop":"twice","enabled":true,"preEditHook":{"command":"true"}}}`,
    after: `{"hooks":{"// Stop":"runs last","// Stop":"twice","enabled":true,"preEditHook":{"command":"true"},"Stop":[${compact}]}}`,
  },
  { name: 'an empty file', before: '', after: `{\n${hooks()}\n}\n`, removed: '{}\n' },
  { name: 'an empty object', before: '{}', after: `{\n${hooks()}\n}` },
  { name: 'an empty object and a last line break', before: '{}\n', after: `{\n${hooks()}\n}\n` },
  {
    name: 'two spaces',
    before: lines('{', '  "model": "opus"', '}', ''),
    after: lines('{', '  "model": "opus",', hooks(), '}', ''),
  },
  {
    name: 'four spaces and no last line break',
    before: lines('{', '    "a": {', '        "b": 1', '    }', '}'),
    after: lines('{', '    "a": {', '        "b": 1', '    },', hooks('    '), '}'),
  },
  {
    name: 'tabs',
    before: lines('{', '\t"a": [1]', '}'),
    after: lines('{', '\t"a": [1],', hooks('\t'), '}'),
  },
  {
    name: 'CRLF',
    before: '{\r\n  "a": 1\r\n}\r\n',
    after: `{\r\n  "a": 1,\r\n${hooks('  ', '\r\n')}\r\n}\r\n`,
  },
  {
    name: 'a byte order mark',
    before: '\uFEFF{\n  "a": 1\n}',
    after: `\uFEFF{\n  "a": 1,\n${hooks()}\n}`,
  },
  {
    name: 'comments everywhere',
    before: lines('// top', '{', '  /* a */ "a": 1 // one', '  // last', '} // end', ''),
    after: lines('// top', '{', '  /* a */ "a": 1, // one', '  // last', hooks(), '} // end', ''),
  },
  {
    name: 'a trailing comma',
    before: lines('{', '  "a": 1,', '}'),
    after: lines('{', '  "a": 1,', `${hooks()},`, '}'),
  },
  {
    name: 'one line',
    before: '{"a":"}","b":[ ]}',
    after: `{"a":"}","b":[ ],"hooks":{"Stop":[${compact}]}}`,
  },
  {
    name: 'a key twice that is not ours to judge',
    before: '{"a":1,"a":{"b":2,"b":3}}',
    after: `{"a":1,"a":{"b":2,"b":3},"hooks":{"Stop":[${compact}]}}`,
  },
  {
    name: "others' hooks on the same event",
    before: lines(
      '{',
      '  "hooks": {',
      '    "Stop": [',
      '      { "hooks": [] }',
      '    ]',
      '  }',
      '}',
    ),
    after: lines(
      '{',
      '  "hooks": {',
      '    "Stop": [',
      '      { "hooks": [] },',
      group('      '),
      '    ]',
      '  }',
      '}',
    ),
  },
  {
    name: "others' hooks on another event",
    before: lines('{', '  "hooks": {', '    "Setup": [] // mine', '  },', '  "z": null', '}'),
    after: lines(
      '{',
      '  "hooks": {',
      '    "Setup": [], // mine',
      '    "Stop": [',
      group('      '),
      '    ]',
      '  },',
      '  "z": null',
      '}',
    ),
  },
  {
    name: 'ours of an older version and another place, where it stands',
    before: `{"hooks":{"Stop":[{"hooks":[${older}]},{"hooks":[{"type":"command","command":"x"}]}]}}`,
    after: `{"hooks":{"Stop":[${compact},{"hooks":[{"type":"command","command":"x"}]}]}}`,
    removed: '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  },
  {
    name: 'ours on an event that is not wanted any more',
    before: `{"hooks":{"Setup":[{"hooks":[${older}]}],"Stop":[${compact}]}}`,
    after: `{"hooks":{"Stop":[${compact}]}}`,
    removed: '{}',
  },
  {
    name: 'ours twice',
    before: `{"hooks":{"Stop":[{"matcher":"","hooks":[1,${older}, 2]},${compact}]}}`,
    after: `{"hooks":{"Stop":[{"matcher":"","hooks":[1,${compact.slice(10, -2)}, 2]}]}}`,
    removed: '{"hooks":{"Stop":[{"matcher":"","hooks":[1, 2]}]}}',
  },
  {
    name: 'an event with the name of a property of every object',
    before: '{"hooks":{"constructor":[]},"__proto__":1}',
    after: `{"hooks":{"constructor":[],"Stop":[${compact}]},"__proto__":1}`,
  },
];

describe('An edit of the settings', () => {
  for (const { name, before, after, removed = before } of cases) {
    it(`adds hooks to ${name}`, () => assert.equal(installHooks(before, stop), after));
    it(`changes nothing at a second install into ${name}`, () => {
      const once = installHooks(before, wantedHooks());
      assert.equal(installHooks(once, wantedHooks()), once);
    });
    it(`takes them out of ${name} again`, () => assert.equal(removeHooks(after), removed));
  }

  it('leaves containers that were empty before it came', () => {
    for (const before of ['{"hooks":{},"a":1}', '{\n  "hooks": {\n    "Stop": []\n  }\n}']) {
      const kept = emptyContainers(before);
      assert.equal(removeHooks(installHooks(before, wantedHooks()), kept), before);
    }
  });

  it('takes out ours alone after the user rearranged them', () => {
    const before = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"},${older}]}]},"x":1}`;
    const after = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}]}]},"x":1}';
    assert.equal(removeHooks(before), after);
  });

  it('leaves outside of a comment what follows on the line of ours', () => {
    const ours = `"hooks":{"Stop":[{"hooks":[${older}]}]}`;
    for (const [before, after] of [
      [`{ "a":1, // mine\n  ${ours}, "b":2 }`, '{ "a":1, // mine\n   "b":2 }'],
      [`{ // mine\n  ${ours}, "b":2 }`, '{ // mine\n   "b":2 }'],
      [`{ "a":1, // mine\n  ${ours} /* a\n b */}`, '{ "a":1 // mine\n   /* a\n b */}'],
      [`{ // mine\n  ${ours} }`, '{ // mine\n   }'],
    ] as const) {
      assert.equal(removeHooks(before), after);
    }
  });

  it('knows its own hooks from those that only look alike', () => {
    const foreign =
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/mission-control/relay-race"}]}]}}';
    assert.equal(removeHooks(foreign), foreign);
    assert.equal(installedHooks(foreign).size, 0);
    const windows = `{"hooks":{"Stop":[{"hooks":[{"command":"C:\\\\mission-control\\\\relay.ps1"}]}]}}`;
    assert.deepEqual(Array.from(installedHooks(windows).keys()), ['Stop']);
  });

  it('lets PermissionRequest alone be waited for', () => {
    const installed = JSON.parse(installHooks('', wantedHooks())) as {
      hooks: Record<string, { hooks: { async?: boolean; timeout: number }[] }[]>;
    };
    const waits = Object.entries(installed.hooks).map(([event, [group]]) => [
      event,
      group?.hooks[0]?.async === true,
      group?.hooks[0]?.timeout,
    ]);
    assert.deepEqual(waits, [
      ['SessionStart', true, 10],
      ['PermissionRequest', false, 86_400],
      ['Stop', true, 10],
    ]);
  });

  const refused: readonly (readonly [string, string, SettingsError['reason'], number, number])[] = [
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 'unparsable', 3, 3],
    ['half a file', '{\n  "hooks": {\n    "Stop": [', 'unparsable', 3, 14],
    ['a string that does not end', '{"a": "x}', 'unparsable', 1, 7],
    ['merge markers', '{\n<<<<<<< HEAD\n}', 'unparsable', 2, 1],
    ['more after the end', '{}\n{}', 'unparsable', 2, 1],
    ['a comment and nothing else', '// {}', 'unparsable', 1, 6],
    ['a list', '[]', 'wrong-type', 1, 1],
    ['null', ' null', 'wrong-type', 1, 2],
    ['hooks that are a list', '{\r\n "hooks": []}', 'wrong-type', 2, 11],
    ['an event that is an object', '{"hooks": {"Stop": {}}}', 'wrong-type', 1, 20],
    ['two hooks', '{"hooks": {},\n "hooks": {}}', 'duplicate-key', 2, 2],
    ['an event twice', '{"hooks": {"Stop": [],\n"Stop": []}}', 'duplicate-key', 2, 1],
  ];
  for (const [name, text, reason, line, column] of refused) {
    it(`refuses ${name}, and says where`, () => {
      for (const edit of [() => installHooks(text, stop), () => removeHooks(text)]) {
        assert.throws(edit, (error) => {
          assert.ok(error instanceof SettingsError);
          assert.deepEqual([error.reason, error.position], [reason, { line, column }]);
          assert.ok(error.message.endsWith(`(line ${line}, column ${column}).`), error.message);
          return true;
        });
      }
    });
  }
});
