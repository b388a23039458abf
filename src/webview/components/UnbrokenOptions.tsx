import { numbered } from '../numbered';

/**
 * A sentence that contains a command. Its options are not broken across lines, because `--` at the
 * end of a line would read as a separate argument.
 */
export function UnbrokenOptions({ text }: { readonly text: string }) {
  const words = text.split(/(\s)/u);
  if (!words.some(isOption)) return text;
  return numbered(words).map(({ id, value }) =>
    isOption(value) ? (
      <span key={id} className="whole-option">
        {value}
      </span>
    ) : (
      value
    ),
  );
}

const isOption = (word: string): boolean => /^-./u.test(word);
