/** Beginning of an option, where a line must not end: "rm --" and "force" are not "rm --force". */
const optionStart = /(?<=^|\s)(-{1,2}\w)/u;

/** What may run, with lines that end where words do. */
export function CodeText({ text }: { readonly text: string }) {
  // By its one group, every other piece is such a beginning.
  return text.split(optionStart).map((piece, place) =>
    place % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have nothing but their places
      <span key={place} className="one-line">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
