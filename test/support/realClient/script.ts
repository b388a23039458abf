/** Position of a request in a script. */
export interface Position {
  readonly marker: string;
  /** Number of answers since the prompt with the marker. */
  readonly step: number;
}

/** `turn` follows a script; the client sends the others on its own, and they use up no step. */
export type RequestKind = 'turn' | 'compaction' | 'side';

/** A request to the model. */
export interface ModelRequest {
  readonly kind: RequestKind;
  readonly position: Position | undefined;
}

export interface FailureOptions<R> {
  readonly type?: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of the error beside its type and its message. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Delay before the error is sent, in ms. */
  readonly delayMs?: number;
  /** Number of attempts that fail; all by default. */
  readonly times?: number;
  /** Reply after these failures. */
  readonly next?: R;
}

/** An answer with an error status; the client decides whether to retry. */
export class Failure<R> {
  constructor(
    readonly status: number,
    readonly options: FailureOptions<R>,
  ) {}
}

/** `R` is a reply of the model in the form of its API. */
export type Answer<R> = R | Failure<R>;

/** One answer of a turn; a function receives the request it answers. */
export type Step<T, R> = Answer<R> | ((request: T) => Answer<R>);

/** The answers, step by step, to a prompt that contains `[[marker]]`. */
export interface Script<T, R> {
  readonly marker: string;
  readonly steps: readonly Step<T, R>[];
}

/** A marker; `+` and a number after it let a summary continue its script after as many answers. */
const markerPattern = /\[\[([\w-]+)(?:\+(\d+))?\]\]/g;

/** Marker that lets a summary continue its script after `step` answers. */
export function continuedMarker({ marker, step }: Position): string {
  return `[[${marker}+${step}]]`;
}

/** Position after the last marker in the text; undefined without one. */
export function markedPosition(text: string): Position | undefined {
  const found = [...text.matchAll(markerPattern)].at(-1);
  return found && { marker: found[1] ?? '', step: Number(found[2] ?? 0) };
}
