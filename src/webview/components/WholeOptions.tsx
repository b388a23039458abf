import { numbered } from '../numbered';

/** A sentence with a command in it, whose options stay in one piece: `--` at the end of a line reads as another command. */
export function WholeOptions({ text }: { readonly text: string }) {
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
