import { PlugZap, Unplug, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ownJson, parseJson } from '../../../shared/text/boundedJson';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { machineFaultText } from '../../../shared/words/machineFaultText';
import { useBoard, useHasEditor, usePage } from '../../page';
import { Button } from '../Button';
import { ToolButton } from '../ToolButton';
import { useIsNoticeDrawn } from './Notices';

/**
 * Faults shorter than this, in ms, are not shown, because a line that appears and disappears shifts
 * the board.
 */
const lastingMs = 3_000;

/** Number of machines named in the line; the tooltip has all. */
const namedCount = 3;

const none: readonly MachineCard[] = [];

/**
 * One line that names the unreachable machines and what to do about them, until the person hides
 * it.
 */
export function MachinesHint() {
  const machines = useBoard(({ summary }) => summary.machines ?? none);
  const hasEditor = useHasEditor();
  const { board } = usePage();
  const unreachable = machines
    .filter(({ status }) => status !== 'connected')
    .sort((a, b) => rank(a) - rank(b));
  const [shown, hide] = useLastingFaults(unreachable);
  const [first, ...others] = shown;
  const isDrawn = useIsNoticeDrawn(first !== undefined);
  if (first === undefined || !isDrawn) return null;
  const Icon = first.status === 'connecting' ? PlugZap : Unplug;
  const retryAll = (): void => {
    for (const { key } of shown) {
      board.post({ type: 'act', name: 'retryMachine', request: { key } });
    }
    board.announcer.announce(t('Trying again…'));
  };
  return (
    <section
      className="notice"
      data-tone={first.status === 'failed' ? 'amber' : 'gray'}
      aria-label={t('Machines')}
      title={others.length === 0 ? first.detail : shown.map(lineOf).join('\n')}
    >
      <Icon className="icon" aria-hidden="true" />
      <p>{others.length === 0 ? <Trouble machine={first} /> : severalText(shown)}</p>
      {hasEditor && <Button name={t('Try Again')} action="retryMachine" onClick={retryAll} />}
      <ToolButton name={t('Hide')} Icon={X} onClick={hide} />
    </section>
  );
}

function Trouble({ machine }: { readonly machine: MachineCard }) {
  const { says, todo } = machineFaultText(machine);
  return (
    <>
      <bdi className="machines-name">{nameOf(machine)}:</bdi> {says}
      {todo !== undefined && ` ${todo}`}
    </>
  );
}

function severalText(machines: readonly MachineCard[]): string {
  const firstNames = machines.slice(0, namedCount).map(nameOf);
  const more = machines.length - firstNames.length;
  const names = [...firstNames, ...(more > 0 ? [t('and {0} more', more)] : [])].join(', ');
  return machines.every(({ account }) => account !== undefined)
    ? t('{0} accounts can’t be reached: {1}', machines.length, names)
    : t('{0} machines can’t be reached: {1}', machines.length, names);
}

function lineOf(machine: MachineCard): string {
  return t('{0}: {1}', nameOf(machine), machineFaultText(machine).says);
}

function nameOf({ name }: MachineCard): string {
  return plainTitle(name, 30);
}

/** Machines that need a person come first; the others reconnect by themselves. */
function rank({ status }: MachineCard): number {
  return ['failed', 'away', 'connecting'].indexOf(status);
}

/**
 * Machines whose fault has lasted for `lastingMs` and is not hidden, and a function that hides all
 * current faults until they end.
 */
function useLastingFaults(
  unreachable: readonly MachineCard[],
): readonly [readonly MachineCard[], () => void] {
  const [lasting, setLasting] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const keys = JSON.stringify(unreachable.map(({ key }) => key).sort());
  useEffect(() => {
    const now = new Set(parseJson(keys, ownJson) as readonly string[]);
    const timer = setTimeout(() => {
      setLasting(now);
      setHidden((before) => new Set([...before].filter((key) => now.has(key))));
    }, lastingMs);
    return () => clearTimeout(timer);
  }, [keys]);
  const shown = unreachable.filter(({ key }) => lasting.has(key) && !hidden.has(key));
  return [shown, () => setHidden(new Set(unreachable.map(({ key }) => key)))];
}
