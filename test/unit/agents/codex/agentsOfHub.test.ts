import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { agentsOfHub, agentsWith } from '../../../../src/extension/agents/agents';
import { configHome } from '../../../../src/extension/agents/claude/home/configHome';
import { codexHome, isCodexHomeOf } from '../../../../src/extension/agents/codex/home/codexHome';
import { removeHome, tempHome } from '../../../support/hub/tempHome';

const ids = (agents: readonly { readonly id: string }[]): readonly string[] =>
  agents.map(({ id }) => id);

describe('Codex is an agent of a hub', () => {
  let home = '';
  let named: string | undefined;
  beforeEach(async () => {
    home = await tempHome();
    named = process.env['CODEX_HOME'];
    process.env['CODEX_HOME'] = home;
  });
  afterEach(async () => {
    if (named === undefined) delete process.env['CODEX_HOME'];
    else process.env['CODEX_HOME'] = named;
    await removeHome(home);
  });

  it('if its folder exists and the setting has it', () => {
    assert.deepEqual(ids(agentsOfHub('/elsewhere/.claude')), ['claude', 'codex']);
    assert.deepEqual(ids(agentsOfHub(configHome({}), ['codex'])), ['claude', 'codex']);
    assert.deepEqual(ids(agentsOfHub(configHome({}), ['claude'])), ['claude']);
    process.env['CODEX_HOME'] = path.join(home, 'none');
    assert.deepEqual(ids(agentsOfHub(configHome({}))), ['claude']);
    assert.deepEqual(
      [ids(agentsWith()), ids(agentsWith(['codex']))],
      [['claude'], ['claude', 'codex']],
    );
  });

  it('only if its folder is given as an absolute path, and is a folder', () => {
    const file = path.join(home, 'file');
    fs.writeFileSync(file, '');
    for (const named of [path.relative('.', home), '.', '~', file, path.join(file, 'x')])
      for (const isDefaultHome of [true, false])
        assert.equal(isCodexHomeOf(isDefaultHome, { CODEX_HOME: named }), false, named);
  });

  it('if the hub is that of the default config home, or its environment names the folder', () => {
    const env = { CODEX_HOME: home };
    assert.deepEqual([isCodexHomeOf(true, env), isCodexHomeOf(false, env)], [true, true]);
    assert.equal(isCodexHomeOf(false, { CODEX_HOME: '' }), false);
    assert.equal(codexHome({ CODEX_HOME: '' }), path.join(path.dirname(configHome({})), '.codex'));
  });
});
