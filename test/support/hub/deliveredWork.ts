import type { TranscriptFile } from './transcriptFile';

/** A command of a session, and the client's record of its result. */
export interface RanCommand {
  readonly command: string;
  readonly output: string;
  readonly gitOperation?: object;
}

export const pullAddress = (number: number): string =>
  `https://github.com/dev/proj/pull/${String(number)}`;

export function openedPull(number: number): RanCommand {
  const url = pullAddress(number);
  return {
    command: 'gh pr create --fill',
    output: url,
    gitOperation: { pr: { number, url, action: 'created' } },
  };
}

export const redTests: RanCommand = {
  command: 'npx vitest run',
  output: ' Test Files  1 failed (1)\n      Tests  3 failed | 12 passed (15)\n',
};

/** Writes one completed turn of a session: its prompt and the commands that it ran. */
export async function writeTurn(
  file: TranscriptFile,
  prompt: string,
  ...commands: readonly RanCommand[]
): Promise<void> {
  await file.write(file.prompt(prompt));
  for (const [index, { command, output, gitOperation }] of commands.entries()) {
    const id = `${prompt} ${String(index)}`;
    const result = { stdout: output, stderr: '', interrupted: false, isImage: false };
    await file.write(
      file.call('Bash', { command }, id, id),
      file.result(id, output, {
        toolUseResult: { ...result, ...(gitOperation && { gitOperation }) },
      }),
    );
  }
  await file.write(file.answer('Done.', `${prompt} end`), file.turnEnded());
}
