import { allWords, language } from '../../../shared/words/l10n';

/** Where a page's parts are, as addresses that the panel may load. */
export interface PageHtmlParts {
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly cspSource: string;
  readonly nonce: string;
  readonly title: string;
  /** Sources of pictures beyond the page's own files. */
  readonly pictures?: 'data:';
  /** Attributes `data-…` of the document and of the root, as text of any kind. */
  readonly documentData?: Readonly<Record<string, string>>;
  readonly rootData: Readonly<Record<string, string>>;
}

/** A page's document: scripts by nonce only, no address that it could reach. */
export function pageHtml(parts: PageHtmlParts): string {
  const { scriptUri, styleUri, cspSource, nonce, title, pictures, documentData = {} } = parts;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${[cspSource, ...(pictures === undefined ? [] : [pictures])].join(' ')}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(language())}"${attributes(documentData)}>
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${styleUri}" />
    <title>${title}</title>
  </head>
  <body>
    <div id="root"${attributes({ ...parts.rootData, words: JSON.stringify(allWords()) })}></div>
    <script type="module" nonce="${nonce}" src="${scriptUri}"></script>
  </body>
</html>
`;
}

function attributes(data: Readonly<Record<string, string>>): string {
  return Object.entries(data)
    .map(([name, text]) => ` data-${name}="${escaped(text)}"`)
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
