import { setTimeout as pause } from 'node:timers/promises';
import { gate } from '../../support/realClient/gate';
import { bash } from '../../support/claude/reply';
import type { Scenario } from '../scenario';
import type { Stage } from '../stage';
import { after } from '../steps';

const full = { input_tokens: 990_000 };

function slowCompaction(stage: Stage, ms: number): void {
  const release = gate();
  stage.api.holdCompactions = release;
  void pause(ms).then(() => release.open());
}

export const compaction: readonly Scenario[] = [
  {
    name: '/compact',
    async play(stage) {
      const person = await stage.person();
      stage.script('talk', after(1_000, 'A long talk.'));
      stage.script('next', after(1_500, 'Still here.'));
      await person.turn('[[talk]] to me');
      await person.waits();
      slowCompaction(stage, 3_500);
      await person.prompt('/compact');
      await person.sees('working');
      await person.sees('prompt');
      await person.waits();
      await person.turn('[[next]] please');
      await person.waits();
    },
  },
  {
    name: 'a full context is compacted inside the turn',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'big',
        bash('echo one').usage(full),
        after(1_500, (start) => start.bash('echo two')),
        after(1_000, 'Small again.'),
      );
      slowCompaction(stage, 4_000);
      await person.turn('[[big]] go');
      await person.waits();
    },
  },
  {
    name: 'Escape while it compacts',
    async play(stage) {
      const person = await stage.person();
      stage.script('talk', after(800, 'A long talk.'));
      await person.turn('[[talk]] to me');
      await person.waits();
      slowCompaction(stage, 20_000);
      await person.prompt('/compact');
      await person.sees('working');
      await person.waits(2_500);
      person.escapes();
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
];
