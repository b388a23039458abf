import Mocha from 'mocha';
import { writeResults } from '../support/results';

interface ReporterOptions {
  readonly reporterOptions?: { readonly output?: string };
}

/** Mocha's readable output, and beside it a file of results for the summary. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions & ReporterOptions) {
    super(runner, options);
    const output = options.reporterOptions?.output;
    if (output !== undefined) writeResults(runner, output);
    // Ending by `exit` lets whatever the tests started be ended too.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => process.exit(1));
    }
  }
}
