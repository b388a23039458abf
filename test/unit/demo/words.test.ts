import * as assert from 'node:assert/strict';
import type { Part } from '../../tools/demo/play';
import type { Scene } from '../../tools/demo/script';
import {
  background,
  delegate,
  finishShell,
  launch,
  notified,
} from '../../tools/demo/words/background';
import { ask, permission, plan } from '../../tools/demo/words/dialogs';
import { compact, curtain, exit, killed, start, task, tasks } from '../../tools/demo/words/life';
import { bash, run } from '../../tools/demo/words/tools';
import { apiError, escape, prompt, stop } from '../../tools/demo/words/turn';
import { record } from './recordedPlay';

const list = bash('ls', 'List files', { out: 'README.md' });
const question = { question: 'Which one?', header: 'Pick', options: [] };

const turns: readonly { readonly name: string; readonly scene: Scene; readonly story: string }[] = [
  {
    name: 'a tool and an answer',
    scene: [run(list), stop('Done.')],
    story: 'busy, PreToolUse Bash, PostToolUse Bash, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a command that fails',
    scene: [run(bash('make', 'Build', { fails: 2, out: 'no rule' })), stop('It failed.')],
    story:
      'busy, PreToolUse Bash, PostToolUseFailure Bash, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a permission that is given late',
    scene: [permission(list, 'allowed', { after: 9 }), stop('Done.')],
    story:
      'busy, PreToolUse Bash, PermissionRequest Bash, waiting, Notification, busy, PostToolUse Bash, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a permission that is given before the notification',
    scene: [permission(list, 'allowed', { after: 3 }), stop('Done.')],
    story:
      'busy, PreToolUse Bash, PermissionRequest Bash, waiting, busy, PostToolUse Bash, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a permission that is refused: no hook tells',
    scene: permission(list, 'denied', { after: 3 }),
    story: 'busy, PreToolUse Bash, PermissionRequest Bash, waiting, idle',
  },
  {
    name: 'a permission that is refused with words: the turn goes on',
    scene: [permission(list, { told: 'Not here.' }, { after: 3 }), stop('All right.')],
    story:
      'busy, PreToolUse Bash, PermissionRequest Bash, waiting, busy, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a question',
    scene: [ask([question], ['This one'], { after: 3 }), stop('Thanks.')],
    story:
      'busy, PreToolUse AskUserQuestion, PermissionRequest AskUserQuestion, waiting, PostToolUse AskUserQuestion, busy, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a plan',
    scene: [plan('a-plan', '# Plan\n', 'approved', { after: 3 }), stop('I start.')],
    story:
      'busy, PreToolUse ExitPlanMode, PermissionRequest ExitPlanMode, waiting, busy, PostToolUse ExitPlanMode, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a failing service',
    scene: apiError('overloaded', 4),
    story: 'busy, StopFailure, idle',
  },
  {
    name: 'Escape: no hook tells',
    scene: escape(2),
    story: 'busy, idle',
  },
  {
    name: 'a task list',
    scene: [tasks('One'), task(1, 'in_progress'), task(1, 'completed'), stop('Done.')],
    story:
      'busy, PreToolUse TaskCreate, TaskCreated, PostToolUse TaskCreate, PostToolBatch, PreToolUse TaskUpdate, PostToolUse TaskUpdate, PostToolBatch, PreToolUse TaskUpdate, TaskCompleted, PostToolUse TaskUpdate, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a command in the background',
    scene: [
      background('make all', 'Build'),
      stop('It runs.'),
      finishShell(9),
      notified,
      stop('Built.'),
    ],
    story:
      'busy, PreToolUse Bash, PostToolUse Bash, PostToolBatch, Stop, shell, UserPromptSubmit, busy, Stop, idle, Notification',
  },
  {
    name: 'a subagent that works on after the turn',
    scene: [launch(errand()), stop('It works.'), notified, stop('It reported.')],
    story:
      'busy, PreToolUse Agent, PostToolUse Agent, PostToolBatch, Stop, UserPromptSubmit, busy, Stop, idle, Notification',
  },
  {
    name: 'a subagent inside the turn',
    scene: [delegate(errand()), stop('It reported.')],
    story: 'busy, PreToolUse Agent, PostToolUse Agent, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a compaction inside a turn',
    scene: [compact('auto', 'In short.'), stop('Where was I.')],
    story: 'busy, PreCompact, SessionStart, PostCompact, Stop, idle, Notification',
  },
  {
    name: 'an orderly end',
    scene: [stop('Bye.'), exit],
    story: 'busy, Stop, idle, SessionEnd, gone',
  },
  {
    name: 'a kill: the registry entry stays',
    scene: killed,
    story: 'busy',
  },
];

describe('what the client leaves behind for', () => {
  for (const { name, scene, story } of turns) {
    it(name, () => {
      const part: Part = {
        id: 'one',
        resultTokens: [500, 1500],
        project: { name: 'scratch', files: {}, routine: [], looking: [] },
        branch: 'main',
        model: 'claude-opus-5-5',
        opening: [curtain(0), start, prompt('Go on'), scene],
      };
      const recording = record([part], 10, false);
      const sessionId = String(recording.hooks[0]?.['session_id']);
      const told = recording.storyOf(sessionId);
      const begin = told.indexOf('UserPromptSubmit');
      assert.deepEqual(told.slice(begin + 1), story.split(', '));
    });
  }
});

function errand(): Parameters<typeof delegate>[0] {
  return {
    type: 'Explore',
    description: 'Look around',
    prompt: 'Look around.',
    does: run(list),
    reports: 'There is a README.',
  };
}
