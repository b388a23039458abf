import { olderOpus } from '../client/models';
import type { Part } from '../play';
import { designSystem } from '../projects/designSystem';
import { minutes, seconds } from '../script';
import { commit, vitest } from '../words/git';
import { curtain, start, task, tasks } from '../words/life';
import { work } from '../words/routine';
import { bash } from '../words/tools';
import { prompt, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const contrast: Part = {
  id: 'contrast',
  resultTokens: [9000, 15_000],
  project: designSystem,
  branch: 'feat/high-contrast',
  worktree: 'high-contrast',
  model: olderOpus,
  aiTitle: 'Add a high-contrast theme',
  opening: [
    start,
    prompt(
      'Add a high-contrast theme from the same tokens. The build must fail when a pair of colours falls below 4.5:1.',
    ),
    tasks(
      'High-contrast token set',
      'Contrast check in the build',
      'High-contrast theme from shared tokens',
    ),
    task(1, work(6)),
    task(2, work(5)),
    task(3, work(4), curtain(0)),
    stop(
      'The theme is built from the same tokens, and 312 pairs are checked at every build; the lowest is 4.62:1.',
    ),
    pause(seconds(90)),
  ],
  scenes: [
    [
      prompt('Show the theme switch in the documentation header.'),
      work(8),
      stop(
        'The header has a switch with three themes; it follows the system until somebody chooses.',
      ),
      pause(seconds(75)),
    ],
    [
      prompt('Publish a pre-release so that booking-web can try it.'),
      bash('npm version prerelease --preid hc && npm run build', 'Build a pre-release', {
        seconds: 15,
        out: 'v5.3.0-hc.0',
      }),
      stop('v5.3.0-hc.0 is built. Publishing needs a one-time password from you.'),
      pause(seconds(90)),
    ],
  ],
};

const tokens: Part = {
  id: 'muted-text',
  resultTokens: [3000, 6000],
  project: designSystem,
  branch: 'main',
  aiTitle: 'Where is muted text too light?',
  opening: [
    start,
    prompt(
      'Which components use muted text on a raised surface? I want to know before we darken the token.',
    ),
    work(7),
    vitest({
      passed: 138,
      failed: 3,
      because: 'src/badge/badge.test.ts > badge > keeps its border darker than its text',
      script: 'test:visual',
    }),
    stop(
      'Eleven components. Nine only get better; the badge and the empty state would look different, and three of their tests would fail.',
    ),
    curtain(minutes(31)),
    pause(seconds(95)),
  ],
  scenes: [
    [
      prompt('Darken it all the same, and show me screenshots of those two.'),
      think(4, 'gray.700 is the next step in the scale.'),
      work(6),
      stop('Done. The badge now reads darker than its border; do you want the border to follow?'),
      pause(seconds(40)),
    ],
    [
      prompt('Yes, let the border follow.'),
      work(4),
      stop('The badge border follows the text token in all themes.'),
      pause(seconds(65)),
    ],
    [
      prompt('Any component that still hard-codes a colour?'),
      work(7),
      pause(seconds(2)),
      stop(
        'Three: the chart legend, the date picker’s today mark and the print stylesheet. The print stylesheet should stay as it is.',
      ),
      pause(seconds(60)),
    ],
  ],
};

const icons: Part = {
  id: 'icons',
  resultTokens: [2000, 5000],
  project: designSystem,
  branch: 'chore/icon-sprite',
  worktree: 'icon-sprite',
  name: 'icon sprite',
  opening: [
    start,
    prompt('Our icons are 214 separate files. Would one sprite load faster for the apps we have?'),
    work(12),
    commit('Measure one sprite against single files', '2 files changed, 88 insertions(+)'),
    stop(
      'For apps with more than 30 icons, yes: one request instead of many, 11 kB smaller in total. The two small apps should keep single files.',
    ),
    curtain(minutes(41)),
    pause(seconds(110)),
  ],
  scenes: [
    [
      prompt('Build the sprite and let apps choose.'),
      work(8),
      stop('Apps choose with one import; the build makes the sprite and the single files.'),
      pause(seconds(80)),
    ],
    [
      prompt('Do icons in the sprite still take the text colour?'),
      work(4),
      stop('Yes, every path uses currentColor; a test renders all 214 in red.'),
      pause(seconds(90)),
    ],
  ],
};

export const designSystemCast: readonly Part[] = [contrast, tokens, icons];
