import type { CallName } from '../../../../shared/protocol/calls';
import { Refusal } from '../../serve/refusal';
import type { Machine } from '../machine';
import type { Machines } from '../machines';

/** Time limit in ms for the answer of one machine to a call to all. */
export const answerTimeoutMs = 3_000;

export interface AllAnswers<Answer> {
  readonly answers: readonly { readonly machine: Machine; readonly answer: Answer }[];
  /** Names of the machines that did not answer. */
  readonly missing: readonly string[];
}

/** Makes a call to all machines at once. `MachineCalls` has validated the answers. */
export async function callAllMachines<Answer>(
  machines: Pick<Machines, 'all'>,
  name: CallName,
  bodyFor: (machine: Machine) => object,
): Promise<AllAnswers<Answer>> {
  const results = await Promise.all(
    machines.all.map(async (machine) => {
      const answer = machine.isConnected
        ? await withTimeout(machine.call(name, '', bodyFor(machine)))
        : undefined;
      return { machine, answer };
    }),
  );
  const isAnswer = ({ answer }: { readonly answer: unknown }): boolean =>
    answer !== undefined && !(answer instanceof Refusal);
  return {
    answers: results.filter(isAnswer) as AllAnswers<Answer>['answers'],
    missing: results.filter((one) => !isAnswer(one)).map(({ machine }) => machine.card.name),
  };
}

async function withTimeout(answer: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), answerTimeoutMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
