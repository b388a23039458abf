import { shellSteps } from './command/shellSteps';
import type { OutcomeStep } from './command/outcomeStep';
import { findOutcomeSteps } from './command/recognizedSteps';

/** The line in which a package manager echoes the command of a script. */
const echoedCommand = /^(?:> |\$ )(\S.{0,300})$/;

/** The tool that the echoed command of a script names; undefined if it is not echoed. */
export function scriptTool(
  { kind, isScript }: OutcomeStep,
  lines: readonly string[],
): string | undefined {
  if (isScript !== true) return undefined;
  for (const line of lines.slice(0, 12)) {
    const command = echoedCommand.exec(line)?.[1];
    const steps =
      command === undefined
        ? []
        : shellSteps(command).flatMap(({ words }) => findOutcomeSteps(words));
    const found = steps.findLast((one) => one.kind === kind && one.isScript !== true);
    if (found !== undefined) return found.tool;
  }
  return undefined;
}

/** Messages of client, shell or runner that mean that nothing ran. */
const notRunPatterns: readonly RegExp[] = [
  /^(?:Error: )?(?:<tool_use_error>|\[Request interrupted by user|Command timed out after|The user doesn't want to )/,
  /^(?:Error: )?Permission to use \S{1,40} /,
  /^(?:Error: )?Exit code (?:126|127|130|137|143)$/,
  /^(?:\/\S{1,80}: (?:line )?\d{1,7}: |bash: |zsh: |sh: )?.{1,200}: (?:command )?not found(?:: .{1,80})?$/,
  /^.{0,80}Missing script: /,
  /^(?:error )?Command "[^"]{1,80}" not found\.?$/,
  /^.{0,40}ERR_PNPM_(?:NO_SCRIPT|RECURSIVE_EXEC_FIRST_FAIL|NO_IMPORTER_MANIFEST)/,
  /^error: Script not found /,
  /^npm (?:error|ERR!) (?:code ENOENT|could not determine executable)/,
  /^(?:Error: )?Cannot find module '[^'./]/,
  /^\S{1,200}: No module named \S/,
  /^g?make(?:\[\d\])?: \*\*\* No (?:rule to make target|targets)/,
  /^(?:No test files found|No tests? (?:files? )?found|Error: No tests found|No tests ran)/,
  /^=* ?(?:no tests ran|\d{1,9} deselected) in /,
  /^(?:NO TESTS RAN|Ran 0 tests in )/,
  /^(?:error: )?(?:unknown (?:option|command)|unrecognized (?:option|arguments?|subcommand))/i,
  /^error: (?:no such command|unexpected argument|could not find `Cargo\.toml`|no test target)/,
  /^\S{1,80}: error: unrecognized arguments/,
  /^Cannot connect to the Docker daemon/,
  /^> Could not resolve /,
  /^\[ERROR\] .{0,800}[Cc]ould not (?:be resolved|resolve|transfer|find artifact)/,
  /^\[ERROR\] (?:Plugin \S|No plugin found|Unknown lifecycle)/,
];

export function hasNotRun(lines: readonly string[]): boolean {
  return lines.some((line) => notRunPatterns.some((sign) => sign.test(line)));
}
