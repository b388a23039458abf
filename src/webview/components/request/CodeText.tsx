/**
 * Start of an option, inside which a line must not break: "rm --" and "force" read differently from
 * "rm --force".
 */
const optionStart = /(?<=^|\s)(-{1,2}\w)/u;

/** Text that may be executed, with line breaks only between words. */
export function CodeText({ text }: { readonly text: string }) {
  // The pattern has one group, so every second piece is an option's start.
  return text.split(optionStart).map((piece, place) =>
    place % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity other than their position
      <span key={place} className="one-line">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
