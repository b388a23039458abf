import { use } from 'react';
import { parsePlanLines, parsePlanSpans, type PlanLine } from '../../../decide/planLines';
import { PlanNote } from './PlanNote';
import { PlanNotes } from './planNotes';

/**
 * Text of a plan with formatted headings, lists, code and bold words; no word is dropped or
 * changed.
 */
export function PlanText({ text }: { readonly text: string }) {
  const canComment = use(PlanNotes) !== undefined;
  return (
    <div className="part-plan stack gap-3 breaks" dir="auto">
      {parsePlanLines(text).map((line) =>
        canComment ? (
          <PlanNote key={line.number} line={line}>
            <Line line={line} />
          </PlanNote>
        ) : (
          <Line key={line.number} line={line} />
        ),
      )}
    </div>
  );
}

function Line({ line: { kind, mark, text, depth } }: { readonly line: PlanLine }) {
  if (kind === 'code') return <pre className="plan-code code-size mono as-typed">{text}</pre>;
  if (kind === 'heading')
    return (
      <p className="plan-heading bright bold">
        <Words text={text} />
      </p>
    );
  if (kind === 'text')
    return (
      <p>
        <Words text={text} />
      </p>
    );
  return (
    <p className="icon-text gap-6" style={{ marginInlineStart: `${depth}em` }}>
      <span className="plan-mark muted digits end">{mark}</span>
      <span>
        <Words text={text} />
      </span>
    </p>
  );
}

function Words({ text }: { readonly text: string }) {
  return parsePlanSpans(text).map(({ kind, text: words, at }) => {
    if (kind === 'code') return <code key={at}>{words}</code>;
    return kind === 'strong' ? <strong key={at}>{words}</strong> : words;
  });
}
