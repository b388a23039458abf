import assert from 'node:assert/strict';
import {
  contentIn,
  isDefault,
  isDialogTool,
  isFieldFor,
  isFileEdit,
  isPosixShell,
  isShellTool,
  isTextEdit,
  toolField,
  toolKind,
  toolName,
  toolNames,
} from '../../../../src/shared/agents/tools';

describe('The table of tools', () => {
  it('has PowerShell as a shell whose command lines are not read as POSIX', () => {
    assert.deepEqual(['Bash', 'PowerShell', 'Read'].map(isShellTool), [true, true, false]);
    assert.deepEqual(['Bash', 'PowerShell', 'Read'].map(isPosixShell), [true, false, false]);
  });

  it('hides default values of Claude Code tools, except PowerShell, and none of foreign tools', () => {
    const hidden = (tool: string) => isDefault(tool, 'run_in_background', false);
    assert.deepEqual(['Bash', 'Agent', 'PowerShell', 'mcp__a__b'].map(hidden), [
      true,
      true,
      false,
      false,
    ]);
    assert.equal(isDefault('Edit', 'replace_all', true), false);
    assert.equal(isDefault('Edit', 'file_path', '/a'), false);
  });

  it('has a notebook as a file edit, but not as a text edit', () => {
    const edits = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit', 'NotebookRead'];
    assert.deepEqual(edits.map(isTextEdit), [true, true, true, false, false]);
    assert.deepEqual(edits.map(isFileEdit), [true, true, true, true, false]);
  });

  it('has questions and plans as dialogs, but not a form of an MCP server', () => {
    const tools = ['AskUserQuestion', 'ExitPlanMode', 'Elicitation', 'Bash'];
    assert.deepEqual(tools.map(isDialogTool), [true, true, false, false]);
  });

  it('lists the name that current clients use first', () => {
    assert.deepEqual(toolNames('subagent'), ['Agent', 'Task']);
    const kinds = ['shell', 'question', 'plan', 'form'] as const;
    assert.deepEqual(
      kinds.map((kind) => toolName(kind)),
      ['Bash', 'AskUserQuestion', 'ExitPlanMode', 'Elicitation'],
    );
  });

  it('has a different kind for each of the similar tools', () => {
    const tools = ['Read', 'NotebookRead', 'Glob', 'Grep', 'LS', 'WebFetch', 'WebSearch'];
    assert.equal(new Set(tools.map(toolKind)).size, tools.length);
  });

  it('has no entry for an unknown tool, even one named like a property of Object', () => {
    for (const tool of ['', 'bash', 'mcp__files__read', 'constructor', '__proto__', 'toString']) {
      assert.equal(toolKind(tool), 'other', tool);
      assert.equal(toolField(tool, 'command'), undefined, tool);
      assert.equal(contentIn(tool, { content: 'a' }), undefined, tool);
    }
    assert.equal(toolField('Bash', 'constructor'), undefined);
  });

  it('has the role of a field for each tool', () => {
    assert.equal(isFieldFor('command', 'Bash', 'command'), true);
    assert.equal(isFieldFor('command', 'mcp__a__b', 'command'), false);
    assert.equal(isFieldFor('comment', 'PowerShell', 'description'), true);
    assert.equal(isFieldFor('comment', 'TaskCreate', 'description'), false);
    assert.equal(toolField('Read', 'file_path')?.name?.(), 'File');
  });

  it('finds the text that a call writes to a file or sends to an agent', () => {
    assert.equal(contentIn('Write', { content: 'a', new_source: 'b' }), 'a');
    assert.equal(contentIn('NotebookEdit', { content: 'a', new_source: 'b' }), 'b');
    assert.equal(contentIn('Task', { prompt: 'Look' }), 'Look');
    assert.equal(contentIn('Write', { content: 5 }), undefined);
    assert.equal(contentIn('Edit', { content: 'a' }), undefined);
  });
});
