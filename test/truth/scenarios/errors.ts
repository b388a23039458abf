import { say } from '../../support/claude/reply';
import { fail } from '../../support/claude/script';
import { olderClients, type Scenario } from '../scenario';
import { after, streamed } from '../steps';
import { truths } from '../truth';
import type { Stage } from '../stage';

/** Client 2.1.332 also retries a turn whose answer was cut off. */
const fewRetries = { env: { CLAUDE_CODE_MAX_RETRIES: '1' } };

/** Plays one turn for each status, which ends with that API error. */
async function failures(stage: Stage, statuses: readonly number[]): Promise<void> {
  const person = await stage.person();
  for (const status of statuses) {
    stage.script(`e${status}`, fail(status, { delayMs: 300 }));
    person.willRest(truths.error);
    await person.turn(`[[e${status}]] go`);
    await person.waits(2_500);
  }
}

export const errors: readonly Scenario[] = [
  {
    name: 'API error 400 ends the turn, the next one works',
    olderClients: [olderClients.newer, olderClients.older],
    async play(stage) {
      const person = await stage.person();
      stage.script('bad', fail(400, { delayMs: 300 }));
      stage.script('good', after(1_500, 'Fine.'));
      person.willRest(truths.error);
      await person.turn('[[bad]] go');
      await person.waits(2_500);
      await person.turn('[[good]] go');
      await person.waits();
    },
  },
  {
    name: 'API errors 401 and 404',
    home: fewRetries,
    play: (stage) => failures(stage, [401, 404]),
  },
  {
    name: 'API errors 429, 500 and 529 after retries',
    home: fewRetries,
    play: (stage) => failures(stage, [429, 500, 529]),
  },
  {
    name: 'a retry that succeeds',
    async play(stage) {
      const person = await stage.person();
      stage.script('retry', fail(529, { times: 2, delayMs: 300, next: say('Recovered.') }));
      await person.turn('[[retry]] it');
      await person.waits();
    },
  },
  {
    name: 'a stream that is cut before its first word',
    async play(stage) {
      const person = await stage.person();
      let attempt = 0;
      const cut = after(800, (start) => start.breakOff());
      const whole = after(800, 'A whole answer.');
      stage.script('cut', () => (attempt++ === 0 ? cut() : whole()));
      await person.turn('[[cut]] it');
      await person.waits();
    },
  },
  {
    name: 'a stream that is cut in the middle of a word',
    home: fewRetries,
    async play(stage) {
      const person = await stage.person();
      stage.script('cut', streamed(1_500, say).breakOff());
      stage.script('next', after(1_000, 'Fine.'));
      person.willRest(truths.error);
      await person.turn('[[cut]] it');
      await person.waits();
      await person.turn('[[next]] please');
      await person.waits();
    },
  },
  {
    name: 'output limit, then a refusal',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'limit',
        after(800, (start) => start.say('Far too long').stop('max_tokens')),
        after(800, 'and the rest.'),
      );
      stage.script(
        'refusal',
        after(800, (start) => start.say('I will not.').stop('refusal')),
        after(800, 'Something else.'),
      );
      await person.turn('[[limit]] it');
      await person.waits();
      await person.turn('[[refusal]] it');
      await person.waits();
    },
  },
];
