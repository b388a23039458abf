import type { Detail } from '../detail';

/** What the card is about, as plain text and at most a few lines. */
export function CardDetail({ detail }: { readonly detail: Detail }) {
  const { about, kind, text, asker } = detail;
  return (
    <div className="detail" data-about={about}>
      {asker !== undefined && <p className="asker">{asker} subagent asks</p>}
      {kind === 'code' ? (
        <pre className="detail-code" title={text}>
          {text}
        </pre>
      ) : (
        <p className="detail-text" dir="auto" title={text}>
          {text}
        </p>
      )}
    </div>
  );
}
