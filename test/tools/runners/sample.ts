/** A command of a sample, and what its output must be read as. */
export interface SampleCase {
  readonly name: string;
  readonly command: string;
  readonly kind?: 'tests' | 'build' | 'lint' | 'deploy' | 'export';
  /** Absent if the output does not show the outcome. */
  readonly ok?: boolean;
  /** Undefined where the command must tell no outcome at all. */
  readonly data: Readonly<Record<string, string | number>> | undefined;
}

/** A small project for one tool. */
export interface Sample {
  readonly tool: string;
  /** Prints the version; where it fails the tool is not installed. */
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  /** Runs once before the cases. */
  readonly prepare?: string;
  readonly cases: readonly SampleCase[];
}
