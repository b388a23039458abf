import type { Page } from 'playwright-core';
import type { Review, ReviewFile, ReviewScope } from '../../../../src/shared/protocol/work/review';

interface Question {
  readonly name: string;
  readonly request: {
    readonly scope?: ReviewScope;
    readonly path?: string;
    readonly side?: string;
  };
}

export interface Texts {
  readonly before?: string;
  readonly after?: string;
}

/** Simulates the hub's reviews for one page. */
export class FakeReviews {
  /** Requests as text: `review all`, or `after a.ts`. */
  readonly asked: string[] = [];
  /** Aborted requests, in the same form. */
  readonly left: string[] = [];
  /** While set, every request fails with this message. */
  problem: string | undefined;
  /** While set, answers wait for it. */
  held: Promise<unknown> | undefined;

  private constructor(
    public lists: Readonly<Partial<Record<ReviewScope, Review>>>,
    /** By name of the file. */
    public texts: Readonly<Record<string, Texts>>,
  ) {}

  static async on(
    page: Page,
    lists: FakeReviews['lists'] = { all: aReview(), turn: aReview({ files: [], scope: 'turn' }) },
    texts: FakeReviews['texts'] = someTexts,
  ): Promise<FakeReviews> {
    const reviews = new FakeReviews(lists, texts);
    await page.exposeFunction('answerReview', (question: Question) => reviews.answer(question));
    await page.exposeFunction('leaveReview', (question: Question) => {
      reviews.left.push(inWords(question));
    });
    return reviews;
  }

  private async answer(question: Question): Promise<object> {
    this.asked.push(inWords(question));
    await this.held;
    if (this.problem !== undefined) return { problem: this.problem };
    const { scope = 'all', path = '', side } = question.request;
    if (question.name === 'review') return { answer: this.lists[scope] };
    const { before = '', after = '' } = this.texts[nameOf(path)] ?? {};
    return { answer: { text: side === 'before' ? before : after } };
  }
}

const top = '/home/dev/billing';

function nameOf(path: string): string {
  return path.replace(`${top}/`, '');
}

function inWords({ name, request: { scope, path = '', side } }: Question): string {
  return name === 'review' ? `review ${scope}` : `${side} ${nameOf(path)}`;
}

export function aReviewFile(name: string, change: Partial<ReviewFile> = {}): ReviewFile {
  return {
    path: `${top}/${name}`,
    name,
    kind: 'changed',
    against: 'commit',
    added: 1,
    removed: 1,
    ...change,
  };
}

export function aReview(change: Partial<Review> = {}): Review {
  return {
    scope: 'all',
    top,
    branch: 'feature/half-even-rounding',
    commit: 'f5a3b3b0c1d2e3f405162738495a6b7c8d9e0f1a',
    files: someFiles,
    more: 0,
    changedAt: '2026-03-02T09:40:00Z',
    message: 'Round invoice lines half to even',
    ...change,
  };
}

const before = [
  "import { cents } from './money';",
  '',
  ...Array.from({ length: 30 }, (_, at) => `const rate${at} = ${at} / 100;`),
  '/** Rounds one line of an invoice. */',
  'export function roundLine(amount: number): number {',
  '  return Math.round(amount * 100) / 100;',
  '}',
  '',
].join('\n');

export const someTexts: Readonly<Record<string, Texts>> = {
  'src/invoices/a-folder-with-a-rather-long-name/roundLines.ts': {
    before,
    after: before
      .replace('rate3 = 3 / 100', 'rate3 = 7 / 100')
      .replace(
        '  return Math.round(amount * 100) / 100;',
        '  // Half to even, so that many lines do not add up to more than their sum, whatever the order is.\n  return roundHalfEven(amount, 2);',
      ),
  },
  'src/invoices/roundHalfEven.ts': {
    after:
      'export function roundHalfEven(value: number, digits: number): number {\n  return value;\n}\n',
  },
  'docs/Rundung.md': {
    before: '# Rundung\n\nKaufmännisch.\n',
    after: '# Rundung\n\nHalb zu gerade.\n',
  },
  'src/invoices/oldRound.ts': { before: 'export const old = true;\n' },
};

export const someFiles: ReviewFile[] = [
  aReviewFile('src/invoices/a-folder-with-a-rather-long-name/roundLines.ts', {
    added: 3,
    removed: 2,
    others: [{ sessionId: 'other', title: 'Add a total to each page' }, {}],
  }),
  aReviewFile('src/invoices/roundHalfEven.ts', {
    kind: 'new',
    added: 3,
    removed: 0,
    committed: true,
  }),
  aReviewFile('docs/Rundung.md', { kind: 'renamed', from: `${top}/docs/rounding.md` }),
  aReviewFile('src/invoices/oldRound.ts', { kind: 'deleted', added: 0, removed: 1 }),
  {
    path: `${top}/assets/logo.png`,
    name: 'assets/logo.png',
    kind: 'changed',
    against: 'commit',
    unreadable: 'binary',
  },
  {
    path: `${top}/fixtures/ledger.json`,
    name: 'fixtures/ledger.json',
    kind: 'changed',
    against: 'history',
    unreadable: 'large',
  },
];
