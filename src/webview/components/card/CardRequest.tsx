import type { Doing } from '../../text/doing';

/** What a person is asked, as plain text and at most a few lines; the details have it in full. */
export function CardRequest({ doing: { kind, text } }: { readonly doing: Doing }) {
  return (
    <div className="request" title={text}>
      {kind === 'code' ? (
        <pre className="request-text" data-kind="code">
          {text}
        </pre>
      ) : (
        <p className="request-text" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
