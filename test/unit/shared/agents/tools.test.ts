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
  it('knows PowerShell as a shell whose command lines are not those of a POSIX shell', () => {
    assert.deepEqual(['Bash', 'PowerShell', 'Read'].map(isShellTool), [true, true, false]);
    assert.deepEqual(['Bash', 'PowerShell', 'Read'].map(isPosixShell), [true, false, false]);
  });

  it('hides defaults of the client’s tools, but none of PowerShell and of foreign tools', () => {
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

  it('knows a notebook as a file that is changed, not as a text whose diff is shown', () => {
    const edits = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit', 'NotebookRead'];
    assert.deepEqual(edits.map(isTextEdit), [true, true, true, false, false]);
    assert.deepEqual(edits.map(isFileEdit), [true, true, true, true, false]);
  });

  it('has calls that are dialogs: questions and plans, but no form of another program', () => {
    const tools = ['AskUserQuestion', 'ExitPlanMode', 'Elicitation', 'Bash'];
    assert.deepEqual(tools.map(isDialogTool), [true, true, false, false]);
  });

  it('has the names of today’s clients first', () => {
    assert.deepEqual(toolNames('subagent'), ['Agent', 'Task']);
    const kinds = ['shell', 'question', 'plan', 'form'] as const;
    assert.deepEqual(
      kinds.map((kind) => toolName(kind)),
      ['Bash', 'AskUserQuestion', 'ExitPlanMode', 'Elicitation'],
    );
  });

  it('tells tools apart that only look alike', () => {
    const tools = ['Read', 'NotebookRead', 'Glob', 'Grep', 'LS', 'WebFetch', 'WebSearch'];
    assert.equal(new Set(tools.map(toolKind)).size, tools.length);
  });

  it('knows nothing of a tool that is not in it, whatever it is called', () => {
    for (const tool of ['', 'bash', 'mcp__files__read', 'constructor', '__proto__', 'toString']) {
      assert.equal(toolKind(tool), 'other', tool);
      assert.equal(toolField(tool, 'command'), undefined, tool);
      assert.equal(contentIn(tool, { content: 'a' }), undefined, tool);
    }
    assert.equal(toolField('Bash', 'constructor'), undefined);
  });

  it('says what a field is for by tool', () => {
    assert.equal(isFieldFor('command', 'Bash', 'command'), true);
    assert.equal(isFieldFor('command', 'mcp__a__b', 'command'), false);
    assert.equal(isFieldFor('comment', 'PowerShell', 'description'), true);
    assert.equal(isFieldFor('comment', 'TaskCreate', 'description'), false);
    assert.equal(toolField('Read', 'file_path')?.name?.(), 'File');
  });

  it('finds what a call writes, or gives to another agent', () => {
    assert.equal(contentIn('Write', { content: 'a', new_source: 'b' }), 'a');
    assert.equal(contentIn('NotebookEdit', { content: 'a', new_source: 'b' }), 'b');
    assert.equal(contentIn('Task', { prompt: 'Look' }), 'Look');
    assert.equal(contentIn('Write', { content: 5 }), undefined);
    assert.equal(contentIn('Edit', { content: 'a' }), undefined);
  });
});
