import { bash, grep, read } from '../words/tools';
import { outlinedProject } from './outline';

export const balance = 'src/balance.ts';
export const redeem = 'src/redeem.ts';
export const format = 'src/format.ts';
export const mail = 'src/mail.ts';
export const plainMail = 'src/plainMail.ts';

const balanceText = `import type { Card, Money } from './types';

/** What is left on a card. */
export function balanceOf(card: Card): Money {
  let cents = card.value;
  for (const use of card.uses) {
    cents -= Math.round(use.amount * 100) / 100;
  }
  return { cents, currency: 'EUR' };
}

/** Splits an order between a card and another means. */
export function split(card: Card, order: Money): readonly [Money, Money] {
  const fromCard = Math.min(balanceOf(card).cents, order.cents);
  return [
    { cents: fromCard, currency: order.currency },
    { cents: order.cents - fromCard, currency: order.currency },
  ];
}
`;

const redeemText = `import { split } from './balance';
import type { Card, Money, Use } from './types';

/** Takes from a card what an order costs, and says what is still to be paid. */
export function redeem(card: Card, order: Money): { readonly use: Use; readonly rest: Money } {
  const [fromCard, rest] = split(card, order);
  return { use: { amount: Math.floor(fromCard.cents), at: new Date() }, rest };
}
`;

const formatText = `import type { Money } from './types';

/** As people read it. */
export function formatted({ cents }: Money): string {
  return \`\${(cents / 100).toFixed(2)} €\`;
}
`;

const mailText = `import { plainMail } from './plainMail';
import type { Card } from './types';

/** The mail that brings a gift card. */
export function giftMail(card: Card): string {
  return plainMail(card, 'Somebody thought of you.');
}
`;

const plainMailText = `import type { Card } from './types';

export function plainMail(card: Card, greeting: string): string {
  return [greeting, '', \`Your code: \${card.code}\`].join('\\n');
}
`;

/** A small service on which several sessions work at the same time. */
export const giftCards = outlinedProject({
  name: 'gift-cards',
  outline: {
    'src/issue.ts': 'issueCard',
    'src/expire.ts': 'expireCards',
    'src/refund.ts': 'refundToCard',
    'src/report.ts': 'reportOpenCards',
    'src/import.ts': 'importCards',
  },
  files: {
    [balance]: balanceText,
    [redeem]: redeemText,
    [format]: formatText,
    [mail]: mailText,
    [plainMail]: plainMailText,
    'src/types.ts':
      'export interface Money {\n  readonly cents: number;\n  readonly currency: string;\n}\n',
    'README.md': '# gift-cards\n\nIssues, balances and redemption of gift cards.\n',
  },
  uncommitted: {},
  routine: [
    read(balance),
    grep('balanceOf', balance, redeem),
    bash('npm run lint', 'Run the linter', { seconds: 4, out: 'Found 0 warnings and 0 errors.' }),
    read(redeem),
  ],
});
