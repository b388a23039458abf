import { olderOpus } from '../client/models';
import type { Part } from '../play';
import { bookingWeb } from '../projects/bookingWeb';
import { minutes, seconds } from '../script';
import { ask, requestBash } from '../words/dialogs';
import { commit, openPull, push, vitest } from '../words/git';
import { curtain, exit, killed, start, task, tasks } from '../words/life';
import { work } from '../words/routine';
import { bash, edit, read } from '../words/tools';
import { prompt, say, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const checkout: Part = {
  id: 'checkout',
  resultTokens: [10_000, 18_000],
  project: bookingWeb,
  branch: 'feat/checkout-v2',
  aiTitle: 'Handle carts that expire during payment',
  opening: [
    start,
    prompt(
      'Fix the blank page when a reservation runs out during payment. Show what happened and offer a way back without losing the passenger details.',
    ),
    work(18),
    think(
      6,
      'Two behaviours are possible and they differ for the customer. This is a product decision.',
    ),
    ask(
      { after: 85, meanwhile: curtain(minutes(3)) },
      {
        question: 'What should happen to the payment when the reservation runs out?',
        header: 'Expiry',
        options: {
          'Hold for 2 more minutes':
            'Seats stay blocked while a payment is in flight; needs a backend flag',
          'Cancel and explain':
            'The card is not charged, passenger details are kept for the next try',
          'Charge, then rebook': 'Take the money and find equal seats; refund if there are none',
        },
        answer: 'Cancel and explain',
      },
      {
        question: 'Which pages should show the remaining time?',
        header: 'Countdown',
        multiSelect: true,
        options: {
          Review: 'Where people hesitate longest',
          Payment: 'Where it hurts most',
          'Seat map': 'Before anything is typed',
        },
        answer: 'Review, Payment',
      },
    ),
    edit(
      'src/checkout/Checkout.tsx',
      '      return null;',
      "      return <ExpiredNotice cart={state.cart} onRenew={() => send('renew')} />;",
    ),
    work(5),
    stop(
      'An expired cart now shows a notice with the passenger details kept, the card is not charged, and the remaining time is on the review and payment pages.',
    ),
    pause(seconds(50)),
  ],
  scenes: [
    [
      prompt('The countdown jumps when the tab was in the background. Fix that too.'),
      think(
        4,
        'Timers are throttled in hidden tabs. The remaining time has to come from the clock, not from counting ticks.',
      ),
      work(3),
      bash('npm run test -- countdown', 'Run the countdown tests', {
        seconds: 6,
        fails: 1,
        out: ' FAIL  src/checkout/Countdown.test.tsx\n  ● catches up after five minutes in the background\n    expected "04:00" but the page shows "08:47"\n\nTests: 1 failed, 11 passed, 12 total',
      }),
      think(3, 'The test proves the bug: the component still counts ticks.'),
      work(3),
      stop(
        'The countdown is computed from the expiry time at every paint, so a throttled tab catches up at once.',
      ),
      pause(seconds(60)),
    ],
    [
      prompt('Run the full journey in all three browsers before I open the pull request.'),
      requestBash(
        'npx playwright install --with-deps firefox webkit',
        'Install the two missing browsers',
        { after: 35, seconds: 9, out: 'firefox and webkit are ready' },
      ),
      bash(
        'npx playwright test e2e/checkout.spec.ts --project=all',
        'Run the journey in three browsers',
        {
          seconds: 28,
          out: 'Running 18 tests using 2 workers\n  17 passed, 1 flaky (41.0s)\n  [webkit] keeps the passenger details: passed on retry',
        },
      ),
      stop(
        'All 18 pass; one test needed a second try in WebKit because it clicks before the notice has moved in. Should I make it wait for the notice instead of retrying?',
      ),
      pause(seconds(45)),
      prompt('Yes, no retries please.'),
      work(3),
      stop('The test waits for the notice to be at rest; twenty runs in a row are green.'),
      pause(seconds(35)),
    ],
  ],
};

const datePicker: Part = {
  id: 'date-picker',
  resultTokens: [3000, 8000],
  project: bookingWeb,
  branch: 'fix/date-picker-keyboard',
  model: olderOpus,
  aiTitle: 'Keyboard support for the date picker',
  opening: [
    start,
    prompt(
      'Make the date picker usable by keyboard: arrows, page up/down, home/end, and announce the month.',
    ),
    work(6),
    requestBash('npm run test:e2e -- date-picker', 'Run what tests the picker has so far', {
      after: 6 * 60,
      seconds: 5 * 60,
      out: ' 9 passed (4.6m)',
    }),
    work(5),
    requestBash(
      'npm run test:screenreader -- date-picker',
      'Let the screen reader say the months',
      { after: 14 * 60, seconds: 7 * 60, out: ' 12 announcements, all as expected' },
    ),
    work(4),
    curtain(0),
    tasks('Roving focus in the grid', 'Announce the month', 'Keyboard support for the date picker'),
    task(1, read('src/components/DatePicker.tsx')),
    task(2, work(1)),
    task(3),
    stop(
      'The picker works by keyboard alone, the month is announced politely, and the accessibility tree is covered by tests.',
    ),
    pause(seconds(75)),
  ],
  scenes: [
    [
      prompt('Same for the time picker, please.'),
      tasks('Spin buttons with arrow keys', 'Typed times', 'Keyboard support for the time picker'),
      task(1, work(7)),
      task(
        2,
        think(4, 'People type 9:30, 930 and half nine. The first two are unambiguous.'),
        work(5),
      ),
      task(3, work(3)),
      stop('The time picker takes arrows and typed times in both forms; all tests pass.'),
      pause(seconds(60)),
    ],
    [
      prompt('Does the new focus ring show in high contrast?'),
      bash('npx playwright test e2e/contrast.spec.ts', 'Compare the focus ring in forced colours', {
        seconds: 12,
        out: '4 passed (10.2s)',
      }),
      stop(
        'Yes: it is an outline, not a shadow, so forced colours keep it. The contrast test covers both pickers now.',
      ),
      pause(seconds(60)),
    ],
  ],
};

const router: Part = {
  id: 'router',
  resultTokens: [2500, 6000],
  project: bookingWeb,
  branch: 'chore/router-7',
  aiTitle: 'Upgrade the router',
  opening: [
    start,
    prompt('Upgrade the router to version 7 and get rid of the deprecated loader signatures.'),
    work(16),
    stop('The upgrade is done: 31 routes moved to the new loader signature, no behaviour changed.'),
    pause(seconds(180)),
    prompt('Squash it and open the pull request.'),
    work(4),
    vitest({ passed: 212 }),
    commit(
      'Upgrade the router to version 7',
      '34 files changed, 412 insertions(+), 655 deletions(-)',
    ),
    push,
    openPull(482, 'Upgrade the router to version 7'),
    stop('Pull request 482 is open; its description lists the three places worth a closer look.'),
    pause(seconds(60)),
    curtain(seconds(4)),
    exit,
    pause(seconds(100)),
  ],
  scenes: [
    [
      start,
      prompt('The account page flashes before redirecting since the router upgrade. Find out why.'),
      think(
        5,
        'The redirect used to happen in the loader. In the new version it happens after the first paint.',
      ),
      work(8),
      say('The guard moved from the loader into the component; I move it back.'),
      bash('npm run test -- account', 'Run the account tests', {
        seconds: 7,
        out: 'Tests: 22 passed, 22 total',
      }),
      stop('Fixed: the guard runs in the loader again, before anything is painted.'),
      pause(seconds(75)),
      exit,
      pause(seconds(60)),
    ],
    [
      start,
      prompt('Why is the search page chunk 20 kB bigger than last week?'),
      work(6),
      requestBash(
        'npx bundle-inspect dist/search --since "7 days ago"',
        'Compare the search chunk with last week’s',
        {
          after: 55,
          seconds: 8,
          out: 'date-fns/locale  +18.7 kB  (all locales through the index)',
        },
      ),
      stop('One import pulls in every date locale. Importing the three we ship takes 18.7 kB off.'),
      pause(seconds(60)),
      killed,
      pause(seconds(75)),
    ],
  ],
};

export const bookingWebCast: readonly Part[] = [checkout, datePicker, router];
