import { useView } from '../page';
import { ToolButton, type ToolButtonProps } from './ToolButton';

/** A tool of the board, whose keys a person may have switched off. */
export function IconButton({ shortcut, ...rest }: ToolButtonProps) {
  const singleKeys = useView((state) => state.singleKeys);
  return <ToolButton shortcut={singleKeys ? shortcut : undefined} {...rest} />;
}
