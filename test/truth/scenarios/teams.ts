import { agent, say, tool } from '../../support/claude/reply';
import type { Person } from '../person';
import type { Scenario } from '../scenario';
import { after } from '../steps';
import { truths } from '../truth';

const teammate = { subagent_type: 'general-purpose', description: 'Worker', name: 'worker' };

/**
 * Waits until the client has informed the lead that a teammate is idle. It does so a second later;
 * until then the lead's prompt box is empty.
 */
async function waitForLead(person: Person, word: string): Promise<void> {
  await person.sees('background');
  person.willRest(truths.turning);
  await person.reads(word);
  await person.sees('working');
  await person.sees('prompt');
  await person.waits(3_000);
}

/** Scenarios with named agents, which stay alive after their work and wait for messages. */
export const teams: readonly Scenario[] = [
  {
    name: 'a teammate works, asks for a permission, and rests',
    unattended: true,
    home: {
      env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' },
      settings: { permissions: { allow: ['Bash(sleep:*)'] } },
    },
    async play(stage) {
      const person = await stage.person({ args: ['--teammate-mode', 'in-process'] });
      stage.script(
        'lead',
        agent({ ...teammate, prompt: '[[mate]] do the work' }),
        after(800, 'The worker is on it.'),
        after(800, 'Noted.'),
        after(800, 'Noted again.'),
      );
      stage.script(
        'mate',
        after(1_000, (start) => start.bash('sleep 3')),
        after(1_000, (start) =>
          start.tool('Write', { file_path: `${stage.home.project}/team.txt`, content: 'x' }),
        ),
        after(1_500, 'The worker is idle now.'),
      );
      stage.script(
        'more',
        tool('SendMessage', { to: 'worker', summary: 'more', message: '[[again]] go on' }),
        say('Told it.'),
        after(800, 'Noted once more.'),
      );
      stage.script('again', after(3_000, 'The worker went on.'));
      // The client draws the rows of the teammates some time after the lead's turn has ended.
      person.willRest(truths.waitingForAgent);
      await person.turn('[[lead]] it', 'permission');
      await person.waits();
      await person.chooses(/^Yes$/);
      await waitForLead(person, 'The worker is idle now.');
      person.willRest(truths.waitingForAgent);
      await person.prompt('[[more]] please');
      await waitForLead(person, 'The worker went on.');
    },
  },
];
