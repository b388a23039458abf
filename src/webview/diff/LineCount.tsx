import { counted } from '../../shared/words/l10n';

interface Props {
  readonly added: number;
  readonly removed: number;
}

/** Numbers of added and removed lines. */
export function LineCount({ added, removed }: Props) {
  return (
    <span className="small bold figure">
      <span className="visually-hidden">
        {counted(added, '{0} line added, {1} removed', '{0} lines added, {1} removed', removed)}
      </span>
      <span aria-hidden="true">
        <span className="added">+{added}</span> <span className="removed">−{removed}</span>
      </span>
    </span>
  );
}
