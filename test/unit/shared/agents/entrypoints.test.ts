import assert from 'node:assert/strict';
import { entrypointKind, isOfProgram } from '../../../../src/shared/agents/entrypoints';

describe('An entry point', () => {
  it('maps to the kind of program that runs or started the session', () => {
    const names = ['cli', 'claude-vscode', 'claude-desktop', 'sdk-ts', 'sdk-go', undefined];
    assert.deepEqual(
      names.map((name) => entrypointKind(name)),
      ['terminal', 'editor', 'desktop', 'program', undefined, undefined],
    );
  });

  it('is recognized as a program by its prefix', () => {
    const names = ['sdk-ts', 'sdk-go', 'cli', undefined];
    assert.deepEqual(
      names.map((name) => isOfProgram(name)),
      [true, true, false, false],
    );
  });
});
