import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { hookCommand } from '../../../src/extension/agents/claude/settings/hookCommand';
import { powerShellArguments } from '../../../src/extension/hub/ingest/processList';

const grammar = createRequire(__filename).resolve(
  'tree-sitter-powershell/tree-sitter-powershell.wasm',
);

/** Scripts for Windows PowerShell, parsed with its grammar, so that no Windows is needed. */
describe('What we let PowerShell run', () => {
  let parser: Parser;
  before(async () => {
    // The grammar is one huge function: optimizing it would occupy V8's threads many times as long
    // as this suite takes, into the next test file.
    setFlagsFromString('--liftoff-only');
    await Parser.init();
    parser = new Parser().setLanguage(await Language.load(grammar));
  });
  after(() => {
    parser.delete();
    setFlagsFromString('--no-liftoff-only');
  });

  /** The nodes of a script, parents first; fails if the script is invalid. */
  function nodesOf(script: string): readonly Node[] {
    const root = parser.parse(script)?.rootNode;
    assert.ok(root);
    const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)];
    const nodes = all(root);
    const wrong = nodes.filter((node) => node.isError || node.isMissing);
    assert.deepEqual(
      wrong.map(({ text, startPosition: { row } }) => `line ${row + 1}: ${text}`),
      [],
    );
    return nodes;
  }
  const texts = (nodes: readonly Node[], type: string): Set<string> =>
    new Set(nodes.filter((node) => node.type === type).map(({ text }) => text));

  const relay = readFileSync(path.resolve('hooks/relay.ps1'), 'utf8');

  it('is the relay: whole, of what version 5.1 knows, and without commands that run text', () => {
    const nodes = nodesOf(relay);
    const commands = texts(nodes, 'command_name');
    const known = new Set([
      'New-Object',
      'Join-Path',
      'Start-Sleep',
      'Send-Payload',
      'Assert-Hub',
      'Get-Hex',
    ]);
    assert.deepEqual(
      [...commands].filter((name) => !known.has(name)),
      [],
    );
    const versionSeven = 'param($a)\n$b = $a ?? 1';
    assert.throws(() => nodesOf(versionSeven));
  });

  it('ends with 0 wherever it ends, and catches whatever fails', () => {
    const nodes = nodesOf(relay);
    const ends = nodes.filter((node) => node.type === 'flow_control_statement');
    const exits = ends.map(({ text }) => text).filter((text) => text.startsWith('exit'));
    assert.deepEqual(new Set(exits), new Set(['exit 0']));
    const statements = nodes.find((node) => node.type === 'statement_list')?.namedChildren ?? [];
    const kinds = statements.map(({ type, text }) => (type === 'pipeline' ? text : type));
    assert.deepEqual(kinds.slice(-2), ['try_statement', 'flow_control_statement']);
    const before = kinds.slice(0, -2).filter((kind) => !/^\$\w+Preference = '\w+'$/.test(kind));
    assert.deepEqual(before, []);
    assert.match(relay, /\nexit 0\n$/);
  });

  it('looks for the next hub where one has cut it off, and for a prompt where nobody listens, too', () => {
    const nodes = nodesOf(relay);
    const loop = nodes.find(({ type }) => type === 'for_statement');
    assert.ok(loop);
    const inLoop = nodesOf(loop.text);
    const conditions = inLoop.flatMap((node) => {
      if (node.type !== 'if_statement') return [];
      const [condition, then] = node.namedChildren;
      return [[condition?.text, then?.text.replaceAll(/^\{\s*|\s*\}$/gu, '')]];
    });
    const client = String.raw`$env:CLAUDE_PID -match '\A[0-9]+\z'`;
    const lives = '[void] [Diagnostics.Process]::GetProcessById([int] $env:CLAUDE_PID)';
    assert.deepEqual(conditions, [
      ['$null -ne $reason', '[string] $reason.Status'],
      ['$sent -and $ended -contains $status', '$cutOff = $true'],
      [`$Rewake -and $status -eq 'ConnectFailure'`, '$wasUnreachable = $true'],
      ['-not $isRetryable -or $refused -or $tries -eq 0', 'exit 0'],
      [client, lives],
    ]);
    const assigned = texts(inLoop, 'assignment_expression');
    assert.ok(
      assigned.has(
        '$isRetryable = $isLongRunning -and -not $isOfCodex -and ($cutOff -or $wasUnreachable)',
      ),
    );
    assert.match(relay, /if \(\$cutOff\) \{ \$request\.Headers\.Add\('X-Again', '1'\) \}/);
  });

  it('sends nothing before the key was proved', () => {
    const send = nodesOf(relay).find(({ type, text }) => {
      return type === 'function_statement' && text.startsWith('function Send-Payload');
    });
    assert.ok(send);
    const [before, after] = send.text.split('Assert-Hub $Matches[2]');
    assert.doesNotMatch(before ?? '', /WebRequest|Authorization/u);
    assert.match(after ?? '', /WebRequest[^]*Authorization/u);
  });

  for (const folder of [String.raw`C:\Users\Ann O'Neil (x)`, 'C:\\Users\\ü&;#', 'D:\\a b']) {
    for (const mode of ['observe', 'wait', 'rewake'] as const) {
      it(`is the command of a hook in ${folder} that is to ${mode}`, () => {
        const file = `${folder}\\mission-control\\relay.ps1`;
        const [, script = ''] = /-Command "(.*)"$/.exec(hookCommand(file, mode, 'win32')) ?? [];
        const nodes = nodesOf(script);
        const literals = [...texts(nodes, 'verbatim_string_characters')];
        const named = `'${file.replaceAll('\\', '/').replaceAll("'", "''")}'`;
        assert.deepEqual(literals, [named]);
        assert.deepEqual(texts(nodes, 'command_name'), new Set(['Test-Path']));
      });
    }
  }

  it('is the question for a process', () => {
    const nodes = nodesOf(powerShellArguments(4711).at(-1) ?? '');
    const commands = texts(nodes, 'command_name');
    assert.deepEqual(commands, new Set(['Get-CimInstance', 'ForEach-Object']));
  });
});
