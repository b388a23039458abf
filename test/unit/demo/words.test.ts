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
import { pause } from '../../tools/demo/words/woken';
import type { Line } from '../../support/transcript/clientLines';
import type { HookEnd } from '../../tools/demo/stage/stage';
import { aPart, kindOf, record } from './recordedPlay';

const list = bash('ls', 'List files', { out: 'README.md' });
const question = { question: 'Which one?', header: 'Pick', options: {}, answer: 'This one' };

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
    scene: [permission(list, { after: 9 }), stop('Done.')],
    story:
      'busy, PreToolUse Bash, PermissionRequest Bash, waiting, Notification, busy, PostToolUse Bash, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a permission that is given before the notification',
    scene: [permission(list, { after: 3 }), stop('Done.')],
    story:
      'busy, PreToolUse Bash, PermissionRequest Bash, waiting, busy, PostToolUse Bash, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a permission that is refused: no hook tells',
    scene: permission(list, { verdict: 'denied', after: 3 }),
    story: 'busy, PreToolUse Bash, PermissionRequest Bash, waiting, idle',
  },
  {
    name: 'a permission that is refused with words: the turn goes on',
    scene: [permission(list, { verdict: { told: 'Not here.' }, after: 3 }), stop('All right.')],
    story:
      'busy, PreToolUse Bash, PermissionRequest Bash, waiting, busy, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a question',
    scene: [ask({ after: 3 }, question), stop('Thanks.')],
    story:
      'busy, PreToolUse AskUserQuestion, PermissionRequest AskUserQuestion, waiting, PostToolUse AskUserQuestion, busy, PostToolBatch, Stop, idle, Notification',
  },
  {
    name: 'a plan',
    scene: [plan('a-plan', '# Plan\n', { after: 3 }), stop('I start.')],
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
    scene: [tasks('One'), task(1), stop('Done.')],
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
    scene: [compact('In short.'), stop('Where was I.')],
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
      const recording = record([partOf(scene)], 10, false);
      const sessionId = String(recording.hooks[0]?.['session_id']);
      const events = recording.storyOf(sessionId);
      const begin = events.indexOf('UserPromptSubmit');
      assert.deepEqual(events.slice(begin + 1), story.split(', '));
    });
  }
});

/** Output of a relay after a decision in the editor. */
function printed(decision: object): HookEnd {
  const hookSpecificOutput = { hookEventName: 'PermissionRequest', decision };
  return { code: 0, printed: JSON.stringify({ hookSpecificOutput }), complained: '' };
}

describe('what somebody decides in the editor', () => {
  /** Lines of a session whose dialog the script would leave open for an hour. */
  function decided(scene: Scene, decision: object, next: Scene = []): readonly Line[] {
    const recording = record([{ ...partOf(scene), scenes: [next] }], 4, false, (payload) =>
      payload['hook_event_name'] === 'PermissionRequest' ? printed(decision) : undefined,
    );
    const [lines = []] = recording.transcripts.values();
    return lines;
  }
  const resultOf = (lines: readonly Line[]): string =>
    JSON.stringify(lines.find((line) => kindOf(line) === 'user/result') ?? {});

  it('lets a tool run at once', () => {
    const lines = decided(permission(list, { verdict: 'denied', after: 3600 }), {
      behavior: 'allow',
    });
    assert.match(resultOf(lines), /README\.md/);
  });

  /** The scripted continuation, which must not follow a different decision. */
  const scripted = [stop('As scripted.'), pause(1000)];
  const never = { after: 3600 };
  const deny = { behavior: 'deny', message: 'Not on a Friday.' };
  const interrupt = { ...deny, interrupt: true };
  const answers = (answer: string): object => ({
    behavior: 'allow',
    updatedInput: { answers: { 'Which one?': answer } },
  });
  const lists = permission(list, never);
  const asks = ask(never, question);
  const plans = plan('a', '# Plan\n', never);
  const paths = [
    ['allowed as in the script', lists, { behavior: 'allow' }, /README\.md.*As scripted/],
    ['denied with words', lists, deny, /Not on a Friday.*I leave that.*Next scene/],
    ['denied without a word', lists, interrupt, /STOP what you are doing.*Next scene/],
    [
      'denied as in the script',
      permission(list, { verdict: 'denied', ...never }),
      interrupt,
      /STOP what.*As scripted/,
    ],
    [
      'denied with words, as in the script',
      permission(list, { verdict: { told: 'No.' }, ...never }),
      deny,
      /Not on a Friday.*As scripted/,
    ],
    [
      'allowed against the script',
      permission(list, { verdict: 'denied', ...never }),
      { behavior: 'allow' },
      /README\.md.*as you allowed it.*Next scene/,
    ],
    [
      'answered as in the script',
      asks,
      answers('This one'),
      /been answered: .*This one.*As scripted/,
    ],
    [
      'answered in another way',
      asks,
      answers('Neither'),
      /been answered: .*Neither.*as you chose: Neither.*Next scene/,
    ],
    ['a question that is not answered', asks, deny, /Not on a Friday.*I leave that.*Next scene/],
    ['a plan that is refused', plans, interrupt, /STOP what you are doing.*Next scene/],
    [
      'a plan that was to be sent back',
      plan('a', '# Plan\n', { told: 'No.', ...never }),
      { behavior: 'allow' },
      /approved your plan.*as you approved it.*Next scene/,
    ],
  ] as const;
  for (const [name, scene, decision, story] of paths) {
    it(`leads to something that follows from it: ${name}`, () => {
      const lines = decided([scene, scripted], decision, [prompt('Next scene.')]);
      const text = JSON.stringify(lines);
      assert.match(text, story);
      const follows = story.source.includes('Next scene') ? /As scripted/ : /I leave that|as you/;
      assert.doesNotMatch(text, follows);
    });
  }

  it('has a plan changed, which is presented again', () => {
    let asked = 0;
    const recording = record([partOf([plans, scripted])], 4, false, (payload) => {
      if (payload['hook_event_name'] !== 'PermissionRequest') return undefined;
      asked += 1;
      return printed(asked === 1 ? { ...deny, message: 'One by one.' } : { behavior: 'allow' });
    });
    const shown = recording.hooks.filter((hook) => hook['hook_event_name'] === 'PermissionRequest');
    assert.match(JSON.stringify(shown[1]), /# Plan.*One by one\./);
    const [lines = []] = recording.transcripts.values();
    assert.match(JSON.stringify(lines), /approved your plan.*One by one.*As scripted/);
  });

  it('lets a subagent go on without what was refused', () => {
    const does = [permission(list, never), run(bash('pwd', 'Where', { out: '/here' }))];
    const scene = [launch({ ...errand(), does }), stop('It works.'), notified, scripted];
    for (const denial of [deny, interrupt]) {
      const recording = record([partOf(scene)], 4, false, (payload) =>
        payload['hook_event_name'] === 'PermissionRequest' ? printed(denial) : undefined,
      );
      const [main = [], agent = []] = recording.transcripts.values();
      assert.match(JSON.stringify(agent), /Not on a Friday.*\/here.*There is a README/);
      assert.match(JSON.stringify(main), /There is a README.*As scripted/);
    }
  });

  it('approves a plan with the mode that was chosen', () => {
    const updatedPermissions = [{ type: 'setMode', mode: 'default' }];
    const allow = { behavior: 'allow', updatedInput: {}, updatedPermissions };
    const lines = decided(plan('a', '# Plan\n', { after: 3600 }), allow);
    assert.match(resultOf(lines), /User has approved your plan/);
    assert.equal(
      lines.findLast(({ type }) => type === 'permission-mode')?.['permissionMode'],
      'default',
    );
  });

  it('reaches a dialog that was open before the curtain rose', () => {
    const open = permission(list, { verdict: 'denied', after: 3600, meanwhile: curtain(60_000) });
    const part = aPart(start, prompt('Go on'), open);
    const recording = record([part], 1, false, () => printed({ behavior: 'allow' }));
    const [lines = []] = recording.transcripts.values();
    assert.match(resultOf(lines), /README\.md/);
  });

  it('is asked for again only by a dialog whose hook has ended without it', () => {
    for (const end of [{ code: 0, printed: '', complained: '' }, undefined]) {
      let asked = 0;
      const scene = permission(list, { verdict: 'denied', after: 3600 });
      const recording = record([partOf(scene)], 1, false, (payload) => {
        if (payload['hook_event_name'] !== 'PermissionRequest') return undefined;
        asked += 1;
        return asked === 1 ? end : printed({ behavior: 'allow' });
      });
      recording.play.askAgain();
      for (const second of [61, 62, 90]) recording.play.advance(second * 1000);
      const [lines = []] = recording.transcripts.values();
      assert.equal(asked, end ? 2 : 1);
      assert.equal(/README\.md/.test(resultOf(lines)), end !== undefined);
    }
  });
});

describe('a prompt that a hook brings', () => {
  it('is followed by what follows from it: the rest of the scene waited for another', () => {
    let stops = 0;
    const rest = [stop('Shall I?'), pause(60_000), prompt('Yes, please.'), stop('As scripted.')];
    const next = [start, prompt('Next scene.')];
    const part = { ...partOf(rest), scenes: [next] };
    const recording = record([part], 4, false, (payload) => {
      if (payload['hook_event_name'] !== 'Stop' || stops++ > 0) return undefined;
      return { code: 2, printed: '', complained: 'No, leave it.' };
    });
    const [first = [], second = []] = recording.transcripts.values();
    assert.match(JSON.stringify(first), /No, leave it\..*as you wrote it/);
    assert.doesNotMatch(JSON.stringify(first), /Yes, please|As scripted|Next scene/);
    // The client that still ran had exited before the next one started.
    assert.match(JSON.stringify(second), /Next scene/);
    const story = recording.storyOf(String(recording.hooks[0]?.['session_id']));
    assert.deepEqual(story.slice(-2), ['SessionEnd', 'gone']);
  });

  it('wakes a session that rests, as a notification', () => {
    let stops = 0;
    const rest = [stop('Done.'), pause(3_600_000)];
    const recording = record([partOf(rest)], 2, false, (payload) => {
      if (payload['hook_event_name'] !== 'Stop' || stops++ > 0) return undefined;
      return { code: 2, printed: '', complained: 'Now the tests.\n' };
    });
    const story = recording.storyOf(String(recording.hooks[0]?.['session_id']));
    const woken = ['idle', 'UserPromptSubmit', 'busy', 'Stop', 'idle'];
    assert.deepEqual(story.slice(story.indexOf('idle', 3)).slice(0, 5), woken);
    const asked = recording.hooks.findLast(
      (hook) => hook['hook_event_name'] === 'UserPromptSubmit',
    );
    assert.match(String(asked?.['prompt']), /^<task-notification>[^]*Now the tests\./);
  });
});

const partOf = (scene: Scene): Part => aPart(curtain(0), start, prompt('Go on'), scene);

function errand(): Parameters<typeof delegate>[0] {
  return {
    type: 'Explore',
    description: 'Look around',
    prompt: 'Look around.',
    does: run(list),
    reports: 'There is a README.',
  };
}
