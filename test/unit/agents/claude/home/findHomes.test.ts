import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { findHomes } from '../../../../../src/extension/agents/claude/home/findHomes';
import { homeFault } from '../../../../../src/extension/agents/claude/home/homeFault';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';

const own = 'mission-control';

describe('The config homes of a person', () => {
  let userHome: string;
  beforeEach(async () => {
    userHome = await tempHome();
  });
  afterEach(() => removeHome(userHome));
  const place = (name: string): string => path.join(userHome, name);
  const folder = (...names: readonly string[]): Promise<unknown> =>
    Promise.all(names.map((name) => fs.mkdir(place(name), { recursive: true })));

  it('are found by their names and contents, links and those in .config included', async () => {
    await folder('.claude/projects', '.claude-work/sessions', '.config/claude-acme/projects');
    await folder('.claude-empty', '.claudette/projects', 'claude-code/src', '.other/projects');
    await fs.writeFile(place('.claude.json'), '{}');
    await fs.mkdir(place('elsewhere/projects'), { recursive: true });
    await fs.symlink(place('elsewhere'), place('.claude-linked'));
    assert.deepEqual(
      (await findHomes(userHome, own)).map((home) => path.relative(userHome, home)),
      ['.claude', '.claude-linked', '.claude-work', path.join('.config', 'claude-acme')],
    );
  });

  it('are told from other folders by what the client or we left there', async () => {
    await folder('new', 'ours/mission-control', 'used/projects');
    await fs.mkdir(place('signedIn'));
    await fs.writeFile(path.join(place('signedIn'), '.claude.json'), '{}');
    await fs.writeFile(place('file'), '');
    const faults = ['missing', 'file', 'new', 'ours', 'used', 'signedIn'].map((name) =>
      homeFault(place(name), own),
    );
    assert.deepEqual(await Promise.all(faults), [
      'missing',
      'notAFolder',
      'unused',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
