import type { CallName } from '../../../../shared/protocol/calls';
import { Refusal } from '../../serve/refusal';
import type { Machine } from '../machine';
import type { Machines } from '../machines';

/** Maximum time to wait for one machine when all are asked, in ms. */
export const patienceMs = 3_000;

export interface AllAnswers<Answer> {
  readonly answers: readonly { readonly machine: Machine; readonly answer: Answer }[];
  /** Names of the machines that did not answer. */
  readonly missing: readonly string[];
}

/** Asks all machines at once. The table of calls checked the answers when they came in. */
export async function askAll<Answer>(
  machines: Pick<Machines, 'all'>,
  name: CallName,
  bodyFor: (machine: Machine) => object,
): Promise<AllAnswers<Answer>> {
  const asked = await Promise.all(
    machines.all.map(async (machine) => {
      const answer = machine.isConnected
        ? await inTime(machine.call(name, '', bodyFor(machine)))
        : undefined;
      return { machine, answer };
    }),
  );
  const isAnswer = ({ answer }: { readonly answer: unknown }): boolean =>
    answer !== undefined && !(answer instanceof Refusal);
  return {
    answers: asked.filter(isAnswer) as AllAnswers<Answer>['answers'],
    missing: asked.filter((one) => !isAnswer(one)).map(({ machine }) => machine.card.name),
  };
}

async function inTime(answer: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
