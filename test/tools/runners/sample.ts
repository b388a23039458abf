/** A command of a sample, and the expected interpretation of its output. */
export interface SampleCase {
  readonly name: string;
  readonly command: string;
  readonly kind?: 'tests' | 'build' | 'lint' | 'deploy' | 'export';
  /** Absent if the output does not show the outcome. */
  readonly ok?: boolean;
  /** Undefined if no outcome may be recognized. */
  readonly data: Readonly<Record<string, string | number>> | undefined;
}

/** A small project for one tool. */
export interface Sample {
  readonly tool: string;
  /** Command that prints the version; if it fails the tool is not installed. */
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  /** Runs once before the cases. */
  readonly prepare?: string;
  readonly cases: readonly SampleCase[];
}
