import { isUnambiguousText } from './toldWhole';

/** A word of a command after the shell has removed its quotes. */
export interface PlainWord {
  readonly text: string;
  /** True if it is written without quotes. */
  readonly isBare: boolean;
}

/** A simple command of a command line: a program and its arguments. */
export interface PlainStep {
  readonly words: readonly PlainWord[];
  /** The words as they are written, joined by blanks, without `2>&1`. */
  readonly text: string;
}

/** Longest command that is read, in characters. */
const maxLength = 2_000;

/**
 * A blank; `2>&1` as a word of its own; an operator; or a word of plain characters and quotes. A
 * command with anything else does not match: `$`, backtick, backslash, `!`, globs, braces, brackets,
 * `~`, `#`, `^`, other redirections, a single `&`, or a special character in double quotes.
 */
const token =
  /(?<blank> )|(?<merge>2>&1)|(?<operator>&&|\|\||;|\|)|(?<word>(?:[\w./:@%+=,-]|'[^']*'|"[^"$`\\!]*")+)/y;

/** Name or path of a program, without a character that any shell expands. */
const programName = /^(?:[A-Za-z_][\w.+-]*|(?:\.{0,2}|[\w.+-]+)(?:\/[\w.+-]+)+)$/u;

/** Words with which a shell does not run a program. */
const reserved: ReadonlySet<string> = new Set(
  'if then elif else fi for foreach while until do done case esac select function in time coproc repeat end always nocorrect noglob'.split(
    ' ',
  ),
);

/**
 * Splits a command line into its simple commands, which `&&`, `||`, `;` or `|` connect. Nothing in
 * them is expanded, redirected to a file, assigned or run in the background. Undefined unless all
 * shells read the line alike and every character of it is understood; such a line is not
 * necessarily harmful.
 */
export function plainSteps(command: string): readonly PlainStep[] | undefined {
  if (!isUnambiguousText(command, maxLength)) return undefined;
  const steps: PlainWord[][] = [[]];
  const texts: string[][] = [[]];
  token.lastIndex = 0;
  while (token.lastIndex < command.length) {
    const from = token.lastIndex;
    const groups = token.exec(command)?.groups;
    if (groups === undefined) return undefined;
    if (groups['operator'] !== undefined) {
      steps.push([]);
      texts.push([]);
    } else if (groups['merge'] !== undefined) {
      // `2>&1` has to stand alone: in `a2>&1` the 2 is part of the word, in `2>&10` the 1 of a number.
      const next = command[token.lastIndex] ?? ' ';
      if (command[from - 1] !== ' ' || !' ;|'.includes(next)) return undefined;
      if (steps.at(-1)?.length === 0) return undefined;
    } else if (groups['word'] !== undefined) {
      const { word } = groups;
      // In zsh, a word that begins with `=` stands for the path of a program.
      if (word.startsWith('=')) return undefined;
      steps.at(-1)?.push({ text: unquoted(word), isBare: !/['"]/u.test(word) });
      texts.at(-1)?.push(word);
    }
  }
  if (!steps.every(hasProgram)) return undefined;
  return steps.map((words, at) => ({ words, text: texts[at]?.join(' ') ?? '' }));
}

function unquoted(word: string): string {
  return word.replaceAll(/'([^']*)'|"([^"]*)"/gu, (_all, single?: string, double?: string) => {
    return single ?? double ?? '';
  });
}

function hasProgram([first]: readonly PlainWord[]): boolean {
  return first?.isBare === true && programName.test(first.text) && !reserved.has(first.text);
}
