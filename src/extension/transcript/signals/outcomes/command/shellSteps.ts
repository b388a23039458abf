/** A simple command of a command line, without quotes and redirections. */
export interface ShellStep {
  readonly words: readonly string[];
  /** The later commands of its pipeline, which may drop lines of its output. */
  readonly filters: readonly (readonly string[])[];
  /** The operators before and after the step. */
  readonly before: Join;
  readonly after: Join;
  /** True if its output is redirected to a file or discarded. */
  readonly isHidden: boolean;
  /** The parentheses that enclose it, which run in a subshell. */
  readonly within: Subshell | undefined;
}

export interface Subshell {
  /** The parentheses that enclose these. */
  readonly within: Subshell | undefined;
}

export type Join = '' | '&&' | '||' | ';' | '&' | '|';

/** Longest part of a command that is parsed, in characters. */
const maxLength = 65_536;
const maxSteps = 128;
const maxWords = 256;

/** Splits a command line like a shell, as far as needed to find the programs that run. Never throws. */
export function shellSteps(command: string): readonly ShellStep[] {
  return new Reader(command.slice(0, maxLength)).steps();
}

const quote = 34;
const dollar = 36;
const backslash = 92;
/** By ASCII code: true for a character that ends a run of ordinary ones. */
const special: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  ' \t\r\n;|&<>()\'"\\$'.includes(String.fromCharCode(code)),
);

function plainEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && special[text.charCodeAt(at)] !== true) at += 1;
  return at;
}

interface Piece {
  readonly words: readonly string[];
  readonly isHidden: boolean;
  readonly join: Join;
  readonly within: Subshell | undefined;
}

class Reader {
  private at = 0;
  private words: string[] = [];
  private isHidden = false;
  private within: Subshell | undefined;
  /** Delimiters of here-documents whose text starts after this line. */
  private hereDelimiters: string[] = [];
  private readonly pieces: Piece[] = [];

  constructor(private readonly text: string) {}

  steps(): readonly ShellStep[] {
    while (this.at < this.text.length && this.pieces.length < maxSteps) this.parseNext();
    this.endStep('');
    return this.joinSteps();
  }

  private parseNext(): void {
    const { text, at } = this;
    const char = text.charAt(at);
    if (char === '\n') this.parseNewLine();
    else if (char === ' ' || char === '\t' || char === '\r') this.at += 1;
    else if (char === '\\' && text.startsWith('\\\n', at)) this.at += 2;
    else if (char === '#') this.at = this.lineEnd();
    else if (char === '(' || char === ')') this.parseParenthesis(char);
    else if (char === ';') this.applyOperator(1, ';');
    else if (char === '|') this.parsePipe();
    else if (char === '&') this.parseAmpersand();
    else if (char === '<' || char === '>') this.parseRedirect('');
    else this.parseWord();
  }

  private parseNewLine(): void {
    this.applyOperator(1, ';');
    for (const end of this.hereDelimiters) this.skipHereDocument(end);
    this.hereDelimiters = [];
  }

  private parseParenthesis(char: string): void {
    this.applyOperator(1, ';');
    this.within = char === ')' ? this.within?.within : { within: this.within };
  }

  private parsePipe(): void {
    if (this.text.startsWith('||', this.at)) this.applyOperator(2, '||');
    else this.applyOperator(this.text.startsWith('|&', this.at) ? 2 : 1, '|');
  }

  private parseAmpersand(): void {
    if (this.text.startsWith('&&', this.at)) this.applyOperator(2, '&&');
    else if (this.text.startsWith('&>', this.at)) this.parseRedirect('&');
    else this.applyOperator(1, '&');
  }

  private applyOperator(length: number, join: Join): void {
    this.at += length;
    this.endStep(join);
  }

  private endStep(join: Join): void {
    if (this.words.length > 0)
      this.pieces.push({
        words: this.words,
        isHidden: this.isHidden,
        join,
        within: this.within,
      });
    else if (join === '&&' || join === '||') this.joinLast(join);
    this.words = [];
    this.isHidden = false;
  }

  /** Sets the operator after a command that a closing parenthesis ended. */
  private joinLast(join: Join): void {
    const last = this.pieces.pop();
    if (last !== undefined) this.pieces.push({ ...last, join });
  }

  /** Parses a redirection; the stream's digit or `&` precedes the operator. */
  private parseRedirect(stream: string): void {
    const { text } = this;
    if (stream === '&') this.at += 1;
    const sign = text.charAt(this.at);
    while (text.charAt(this.at) === sign) this.at += 1;
    const isHere = sign === '<' && text.startsWith('<<', this.at - 2);
    const isString = sign === '<' && text.startsWith('<<<', this.at - 3);
    if (text.charAt(this.at) === '&') {
      this.at += 1;
      this.readWord();
      return;
    }
    if (isHere && text.charAt(this.at) === '-') this.at += 1;
    while (text.charAt(this.at) === ' ') this.at += 1;
    const target = this.readWord();
    if (isHere && !isString) this.hereDelimiters.push(target);
    if (sign === '>' && stream !== '2') this.isHidden = true;
  }

  private parseWord(): void {
    const { text, at } = this;
    const sign = text.charAt(at + 1);
    if ((sign === '>' || sign === '<') && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      this.at += 1;
      this.parseRedirect(text.charAt(at));
      return;
    }
    const word = this.readWord();
    if (this.words.length < maxWords) this.words.push(word);
  }

  /** Reads a word and removes its quotes; empty if no word starts here. */
  private readWord(): string {
    const { text } = this;
    let word = '';
    while (this.at < text.length) {
      const char = text.charAt(this.at);
      if (char === "'") word += this.upTo("'");
      else if (char === '"') word += this.readQuoted();
      else if (char === '\\') {
        if (text.charAt(this.at + 1) !== '\n') word += text.charAt(this.at + 1);
        this.at += 2;
      } else if (char === '$' && text.charAt(this.at + 1) === '(') word += this.skipSubstitution();
      else {
        const from = this.at;
        this.at = plainEnd(text, from + (char === '$' ? 1 : 0));
        if (this.at === from) break;
        word += text.slice(from, this.at);
      }
    }
    return word;
  }

  private upTo(quote: string): string {
    const from = this.at + 1;
    const to = this.text.indexOf(quote, from);
    this.at = to < 0 ? this.text.length : to + 1;
    return this.text.slice(from, to < 0 ? undefined : to);
  }

  private readQuoted(): string {
    const { text } = this;
    let word = '';
    this.at += 1;
    let from = this.at;
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at);
      if (code === quote) break;
      if (code === backslash) {
        word += text.slice(from, this.at);
        from = this.at + 1;
        this.at += 2;
      } else if (code === dollar && text.charAt(this.at + 1) === '(') {
        word += text.slice(from, this.at) + this.skipSubstitution();
        from = this.at;
      } else this.at += 1;
    }
    word += text.slice(from, this.at);
    this.at += 1;
    return word;
  }

  /** Skips `$(…)`; the commands in it do not decide the outcome. */
  private skipSubstitution(): string {
    const { text } = this;
    let depth = 0;
    while (this.at < text.length) {
      const char = text.charAt(this.at);
      this.at += 1;
      if (char === '(') depth += 1;
      else if (char === ')') {
        depth -= 1;
        if (depth === 0) break;
      } else if (char === '<' && text.charAt(this.at) === '<') this.skipInnerHereDocument();
      else if (char === "'") {
        const to = text.indexOf("'", this.at);
        if (to >= 0) this.at = to + 1;
      }
    }
    return '$()';
  }

  /**
   * Skips a here-document inside a substitution: a message given as `"$(cat <<'EOF' …)"` may
   * contain quotes, parentheses and commands.
   */
  private skipInnerHereDocument(): void {
    const end = /^<-? ?['"]?(\w{1,60})['"]?/.exec(this.text.slice(this.at, this.at + 80))?.[1];
    this.at += 1;
    if (end === undefined) return;
    this.at = this.lineEnd() + 1;
    this.skipHereDocument(end);
  }

  private lineEnd(): number {
    const to = this.text.indexOf('\n', this.at);
    return to < 0 ? this.text.length : to;
  }

  private skipHereDocument(end: string): void {
    while (this.at < this.text.length) {
      const to = this.lineEnd();
      const line = this.text.slice(this.at, to).trim();
      this.at = to + 1;
      if (line === end) return;
    }
  }

  private joinSteps(): readonly ShellStep[] {
    const steps: ShellStep[] = [];
    const { pieces } = this;
    let before: Join = '';
    for (const [index, piece] of pieces.entries()) {
      let last = index;
      while (pieces[last]?.join === '|' && last + 1 < pieces.length) last += 1;
      // Limits the filters of a step to the next eight commands, so that long pipelines stay cheap.
      const filters = pieces.slice(index + 1, Math.min(last, index + 8) + 1);
      steps.push({
        words: piece.words,
        filters: filters.map(({ words }) => words),
        before,
        after: pieces[last]?.join ?? '',
        isHidden: piece.isHidden,
        within: piece.within,
      });
      before = piece.join;
    }
    return steps;
  }
}
