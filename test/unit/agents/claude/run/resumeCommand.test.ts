import assert from 'node:assert/strict';
import { ResumeError } from '../../../../../src/extension/agents/commands';
import {
  resumeCommand,
  worktreeCommand,
} from '../../../../../src/extension/agents/claude/run/resumeCommand';

const id = 'b193d939-9e0c-4f73-b4f8-99f37eddcae7';

describe('The command that resumes a session', () => {
  for (const [setting, command] of [
    ['claude', `claude --resume ${id}`],
    ['', `claude --resume ${id}`],
    ['  ', `claude --resume ${id}`],
    [undefined, `claude --resume ${id}`],
    [42, `claude --resume ${id}`],
    [' npx claude ', `npx claude --resume ${id}`],
    ['"/opt/my tools/claude" --verbose', `"/opt/my tools/claude" --verbose --resume ${id}`],
  ] as const) {
    it(`is ${command} with the setting ${JSON.stringify(setting)}`, () => {
      assert.equal(resumeCommand(setting, id), command);
    });
  }

  for (const bad of [
    '',
    '-p',
    '--dangerously-skip-permissions',
    'a b',
    'a;rm -rf ~',
    'a$(reboot)',
    'a`reboot`',
    'a\nreboot',
    'a\rreboot',
    'a&calc',
    'a|b',
    'a"b',
    "a'b",
    'a\\b',
    '../a',
    '%PATH%',
    'a\u001B[31m',
    'ä',
    'x'.repeat(129),
  ]) {
    it(`is none for the id ${JSON.stringify(bad.slice(0, 40))}`, () => {
      assert.throws(() => resumeCommand('claude', bad), ResumeError);
    });
  }

  for (const bad of ['claude\nreboot', 'claude\rreboot', 'cla\u0000ude', 'claude\u001B[A']) {
    it(`is none with the setting ${JSON.stringify(bad)}`, () => {
      assert.throws(() => resumeCommand(bad, id), ResumeError);
    });
  }
});

describe('The command that starts a session in a worktree', () => {
  for (const [name, command] of [
    ['', 'npx claude --worktree'],
    ['fix-login', 'npx claude --worktree fix-login'],
    ['v1.2_rc', 'npx claude --worktree v1.2_rc'],
    ['x'.repeat(64), `npx claude --worktree ${'x'.repeat(64)}`],
  ] as const) {
    it(`has the name ${JSON.stringify(name.slice(0, 20))}`, () => {
      assert.equal(worktreeCommand('npx claude', name), command);
    });
  }

  for (const bad of [
    '-p',
    '.git',
    '../a',
    'a/b',
    'a b',
    'a..b',
    'a.',
    'a.lock',
    'a;reboot',
    'a$(reboot)',
    'a\nreboot',
    'ä',
    'x'.repeat(65),
  ]) {
    it(`is none for the name ${JSON.stringify(bad.slice(0, 20))}`, () => {
      assert.throws(() => worktreeCommand('claude', bad), ResumeError);
    });
  }
});
