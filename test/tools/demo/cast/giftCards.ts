import { olderOpus } from '../client/models';
import type { Part } from '../play';
import { balance, format, giftCards, mail, plainMail, redeem } from '../projects/giftCards';
import { minutes, seconds } from '../script';
import { permission } from '../words/dialogs';
import { vitest } from '../words/git';
import { curtain, start } from '../words/life';
import { work } from '../words/routine';
import { bash, edit, git, remove, write } from '../words/tools';
import { prompt, say, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const exactUses = edit(
  balance,
  '    cents -= Math.round(use.amount * 100) / 100;',
  '    cents -= use.amount;',
);
const roundedSplit = edit(
  balance,
  'Math.min(balanceOf(card).cents, order.cents)',
  'Math.min(Math.round(balanceOf(card).cents), order.cents)',
);
const exactRedeem = edit(redeem, 'amount: Math.floor(fromCard.cents)', 'amount: fromCard.cents');

/** It works in one tree with the next one, which takes its work away. */
const rounding: Part = {
  id: 'cent-rounding',
  resultTokens: [3000, 7000],
  project: giftCards,
  branch: 'main',
  aiTitle: 'Stop gift cards losing a cent',
  opening: [
    start,
    prompt('Gift cards lose a cent when an order is split. Round once, at the end.'),
    work(5),
    exactUses,
    exactRedeem,
    vitest({ passed: 38 }),
    stop('Uses are subtracted exactly now. The split is next; shall it round up or to the even?'),
    pause(minutes(8)),
    prompt('To the nearest, as everywhere.'),
    work(2),
    say('One line in the split, then the cent is back.'),
    permission(roundedSplit, { after: 100, meanwhile: curtain(seconds(70)) }),
    vitest({ passed: 41 }),
    stop(
      'The cent is back: 10,000 random splits add up, and all 41 tests pass. Not committed yet.',
    ),
    pause(seconds(110)),
    prompt('Show me what changed, then commit it.'),
    bash('git status --short && git diff --stat', 'Look at what is changed', { seconds: 1 }),
    stop(
      'Nothing is changed any more: the tree is as it was at the last commit, and I did not do that. Shall I make the change again?',
    ),
    pause(seconds(40)),
    prompt('Yes, and commit it at once.'),
    exactUses,
    roundedSplit,
    exactRedeem,
    vitest({ passed: 41 }),
    git(['commit', '-m', 'Round gift card balances once', balance, redeem], 'Commit both files', {
      seconds: 1,
      out: '[main 3f1c9ab] Round gift card balances once\n 2 files changed, 3 insertions(+), 3 deletions(-)',
      git: { commit: { sha: '3f1c9ab', kind: 'committed', branch: 'main' } },
    }),
    stop('The change is made again and committed.'),
    pause(seconds(60)),
  ],
  scenes: [
    [
      prompt('Is there a test for a card that is used up?'),
      work(4),
      stop('Yes: balance.test.ts uses a card to its last cent and expects zero, not minus one.'),
      pause(seconds(75)),
    ],
    [
      prompt('Which reports still round on their own?'),
      work(6),
      stop('Only the month’s report of open cards; it rounds for display and keeps exact sums.'),
      pause(seconds(80)),
    ],
  ],
};

/** It finds changes that it does not know, and takes them for leftovers of its own. */
const currency: Part = {
  id: 'card-currency',
  resultTokens: [3000, 7000],
  project: giftCards,
  branch: 'main',
  model: olderOpus,
  aiTitle: 'Show balances in the card’s currency',
  opening: [
    start,
    prompt('Show the balance in the currency of the card. We sell in Zurich from Monday.'),
    work(6),
    edit(
      balance,
      "return { cents, currency: 'EUR' };",
      'return { cents, currency: card.currency };',
    ),
    work(4),
    curtain(0),
    work(6),
    bash('npm run test:contract -- --currency CHF', 'Run the contract tests in francs', {
      seconds: 100,
      fails: 1,
      out: '14 passed, 2 failed\n  split › adds up in CHF: expected 1050, got 1049.5',
    }),
    think(5, 'Half a cent cannot come from a currency. I must have broken the rounding myself.'),
    say('The tree has changes that I do not need. I go back to the last commit and begin again.'),
    git(['checkout', '--', '.'], 'Go back to the last commit', {
      seconds: 1,
      out: 'Updated 2 paths from the index',
    }),
    work(1),
    edit(format, '{ cents }: Money', '{ cents, currency }: Money'),
    edit(
      format,
      '  return `${(cents / 100).toFixed(2)} €`;',
      "  return new Intl.NumberFormat('de-CH', { style: 'currency', currency }).format(cents / 100);",
    ),
    vitest({ passed: 38 }),
    stop('Balances are shown in the currency that they carry; cards of Zurich carry francs.'),
    pause(seconds(90)),
  ],
  scenes: [
    [
      prompt('What do old cards without a currency show?'),
      work(5),
      stop('Euros, as before: the import sets it for every card that has none.'),
      pause(seconds(85)),
    ],
    [
      prompt('And in the monthly report?'),
      work(4),
      stop('One section per currency; sums of different currencies are not added.'),
      pause(seconds(95)),
    ],
  ],
};

const theme = `import type { Card } from './types';

/** How a gift mail looks, by season. */
export const themes = {
  spring: { paper: '#f4fbf2', ink: '#23402b' },
  winter: { paper: '#0e1726', ink: '#e8eef9' },
} as const;

export function seasonOf(day: Date): keyof typeof themes {
  return day.getMonth() > 1 && day.getMonth() < 8 ? 'spring' : 'winter';
}

export function themed(card: Card, season: keyof typeof themes, greeting: string): string {
  const { paper, ink } = themes[season];
  return \`<main style="background:\${paper};color:\${ink}"><p>\${greeting}</p><code>\${card.code}</code></main>\`;
}
`;

const themedMail = edit(
  mail,
  "  return plainMail(card, 'Somebody thought of you.');",
  "  return themed(card, seasonOf(card.issuedAt), 'Somebody thought of you.');",
);

/** In a worktree of its own nobody meets it, though it changes the same file. */
const mails: Part = {
  id: 'gift-mails',
  resultTokens: [3000, 8000],
  project: giftCards,
  branch: 'feat/gift-mails',
  worktree: 'gift-mails',
  aiTitle: 'Send gift cards as a designed mail',
  opening: [
    start,
    prompt('Send gift cards as a designed mail, with a theme for each season.'),
    work(5),
    write('src/mailTheme.ts', theme),
    edit(
      mail,
      "import { plainMail } from './plainMail';",
      "import { seasonOf, themed } from './mailTheme';",
    ),
    themedMail,
    edit(
      balance,
      '/** What is left on a card. */',
      '/** What is left on a card; the mail tells it. */',
    ),
    vitest({ passed: 40 }),
    stop('The mail has a theme by season. The plain one is no longer used; shall I delete it?'),
    pause(minutes(5)),
    prompt('Yes. And greet by name.'),
    edit(plainMail, 'greeting: string', 'greeting: string, _name?: string'),
    remove(plainMail, 'Delete the plain mail'),
    edit(mail, "'Somebody thought of you.'", '`${card.from} thought of you.`'),
    vitest({ passed: 40 }),
    stop('The plain mail is gone, and the themed one greets by the name of who gives the card.'),
    curtain(minutes(6)),
    pause(seconds(240)),
    prompt('The paper of winter is too dark in print.'),
    edit(
      'src/mailTheme.ts',
      "paper: '#0e1726', ink: '#e8eef9'",
      "paper: '#eef2f8', ink: '#1b2a41'",
    ),
    work(2),
    stop('Winter is printed on light paper now, with the dark blue as ink.'),
    pause(seconds(90)),
  ],
  scenes: [
    [
      prompt('Which seasons have we sold most in?'),
      work(4),
      stop('Winter, by far: 61 % of all cards are issued in November and December.'),
      pause(seconds(120)),
    ],
  ],
};

export const giftCardsCast: readonly Part[] = [rounding, currency, mails];
