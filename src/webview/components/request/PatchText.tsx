import { numbered } from '../../numbered';

/** A patch as the agent wrote it, each line coloured by its mark. */
export function PatchText({ text }: { readonly text: string }) {
  return numbered(text.split('\n')).map(({ id, value }) => (
    <span key={id} className="patch-line" data-sign={signOf(value)}>
      {value}
    </span>
  ));
}

/** Mark of a line: `*` names a file, and `@` begins a part of one. */
function signOf(line: string): string | undefined {
  const [sign = ''] = line;
  if (line.startsWith('*** ')) return '*';
  return '+-@'.includes(sign) ? sign : undefined;
}
