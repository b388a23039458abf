import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { knownHooks } from '../../../../src/extension/agents/claude/hooks/knownNames';
import { claudeTools } from '../../../../src/shared/agents/claude/tools';
import { projectRoot } from '../../../support/editor/paths';

const lint = path.join(projectRoot, 'test', 'tools', 'lint');
const addressOf = (file: string): string => pathToFileURL(path.join(lint, file)).href;

/** Files below `src`, each with names that the rule finds in it. */
const cases: readonly (readonly [file: string, code: string, found: readonly string[]])[] = [
  ['hub/string.ts', `export const isShell = (tool) => tool === 'Bash';`, ['Bash']],
  ['hub/case.ts', `switch (globalThis.tool) { case "Edit": break; }`, ['Edit']],
  ['hub/type.ts', `export let tool: 'Bash' | 'other';`, ['Bash']],
  ['hub/key.ts', `export const looks = { Edit: 1, Bash: 2, other: 3 };`, ['Edit', 'Bash']],
  ['hub/template.ts', 'export const a = (b) => `AskUserQuestion of ${b}`;', ['AskUserQuestion']],
  ['hub/longer.ts', `export const trace = 'name:AskUserQuestion';`, ['AskUserQuestion']],
  ['hub/quoted.ts', `export const trace = '"Edit"';`, ['Edit']],
  ['hub/expression.ts', `export const asks = /^(?:AskUserQuestion|Other)$/;`, ['AskUserQuestion']],
  ['hub/expression2.ts', `export const edits = /^(?:Edit|Other)$/;`, ['Edit']],
  ['hub/expression3.ts', 'export const edits = /\\bEdit\\b/;', ['Edit']],
  ['hub/expression4.ts', `export const other = /^(?:Editor|Edit\\.)$/;`, []],
  ['hub/rule.ts', `export const rule = 'Bash(npm test)';`, ['Bash']],
  ['hub/rule2.ts', 'export const rule = (text) => `Edit(${text})`;', ['Edit']],
  ['hub/server.ts', `export const name = 'mcp__files__read';`, ['mcp__files__read']],
  ['hub/hook.ts', `export const ends = ({ event }) => event === 'Stop';`, ['Stop']],
  ['hub/hooks.ts', `export const trace = 'before PreToolUse';`, ['PreToolUse']],
  ['hub/sentence.ts', `export const text = 'Stop the session';`, []],
  ['hub/variable.ts', `export const home = env['CLAUDE_CONFIG_DIR'];`, ['CLAUDE_CONFIG_DIR']],
  ['hub/key2.ts', `export const env = { ANTHROPIC_API_KEY: '' };`, ['ANTHROPIC_API_KEY']],
  ['hub/shell.ts', `export const line = 'cd "$HOME/.claude/x"';`, ['.claude']],
  ['hub/file.ts', `export const name = '.claude.json';`, ['.claude']],
  ['hub/folder.ts', 'export const isIn = /[/]\\.claude[/]/u;', ['.claude']],
  ['hub/others.ts', `export const name = '.claude-code';`, []],
  ['hub/words.ts', `export const text = 'Edit of a file';`, []],
  ['hub/import.ts', `import { Edit } from './Edit'; export const own = { Edit };`, []],
  ['hub/text.ts', `export const label = t('Edit'); // 'Bash' is a tool.`, []],
  ['hub/other.ts', `export const names = ['edit', 'BashOutput', 'ToolKind'];`, []],
  ['webview/page.tsx', `export const name = 'Bash';`, ['Bash']],
  ['shared/agents/tools.ts', `export const name = 'Bash';`, ['Bash']],
  ['shared/agents/claude/tools.ts', `export const name = 'Bash';`, []],
  ['extension/agents/claude/entry/parts.ts', `export const name = 'Bash';`, []],
  ['../test/fold.test.ts', `export const name = 'Bash';`, []],
];

/** Lints the files in a temporary folder; returns the findings in each, by its path below `src`. */
function findings(root: string): ReadonlyMap<string, readonly string[]> {
  const src = path.join(root, 'src');
  for (const [file, code] of cases) write(path.join(src, file), code);
  write(
    path.join(root, 'plugin.mjs'),
    `import { clientRooms } from '${addressOf('clientNames.mjs')}';
    import { clientRule } from '${addressOf('clientRule.mjs')}';
    const advice = 'is a name of the client.';
    const names = ['AskUserQuestion', 'Bash', 'Edit'];
    const groups = {
      tools: { names, beginnings: ['mcp__'], advice },
      hooks: { names: ['PreToolUse', 'Stop'], advice },
      environment: { names: [], beginnings: ['ANTHROPIC_', 'CLAUDE_'], advice },
      paths: { names: [], parts: ['.claude'], advice },
    };
    const client = clientRule(groups, clientRooms, ${JSON.stringify(src)});
    export default { meta: { name: 'rooms' }, rules: { client } };`,
  );
  const rules = { 'rooms/client': 'error' };
  const config = { jsPlugins: ['./plugin.mjs'], categories: { correctness: 'off' }, rules };
  write(path.join(root, '.oxlintrc.json'), JSON.stringify(config));
  const script = path.join(projectRoot, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const run = spawnSync(process.execPath, [script, '--format', 'json', '.'], {
    cwd: root,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(run.stdout) as {
    readonly diagnostics: readonly { readonly filename: string; readonly message: string }[];
  };
  const found = new Map<string, string[]>();
  for (const { filename, message } of diagnostics) {
    const file = path.posix.relative('src', filename.replaceAll('\\', '/'));
    found.set(file, [...(found.get(file) ?? []), message]);
  }
  return found;
}

type Names = Readonly<Record<'tools' | 'hooks', { readonly names: readonly string[] }>>;

async function clientNames(): Promise<Names> {
  const { clientNames: names } = (await import(addressOf('clientNames.mjs'))) as {
    readonly clientNames: Names;
  };
  return names;
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

describe('The lint rule that keeps the client’s names in the rooms of its agent', () => {
  let root = '';
  let found: ReadonlyMap<string, readonly string[]>;
  before(function () {
    this.timeout(60_000);
    root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'mc-lint-'));
    found = findings(root);
  });
  after(() => fs.rmSync(root, { recursive: true, force: true }));

  for (const [file, code, names] of cases) {
    it(`finds ${names.length === 0 ? 'nothing' : names.join(' and ')} in ${file}: ${code}`, () => {
      assert.deepEqual(
        found.get(file) ?? [],
        names.map((name) => `${name} is a name of the client.`),
      );
    });
  }

  it('knows every hook of the list of hooks', async () => {
    const { hooks } = await clientNames();
    assert.deepEqual(hooks.names.toSorted(), [...knownHooks].toSorted());
  });

  it('knows every tool of the table of tools', async () => {
    const known = new Set((await clientNames()).tools.names);
    // An MCP server's form has the name of a hook.
    const tools = Object.keys(claudeTools).filter((name) => name !== 'Elicitation');
    assert.deepEqual(
      tools.filter((name) => !known.has(name)),
      [],
    );
  });
});
