import { allTranslations, language } from '../../../shared/words/l10n';

/** Content of a page's HTML document. The URIs are those of webview resources. */
export interface PageHtmlParts {
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly cspSource: string;
  readonly nonce: string;
  readonly title: string;
  /** Additional allowed source of pictures. */
  readonly pictures?: 'data:';
  /** `data-…` attributes of the document and of the root; the values are escaped. */
  readonly documentData?: Readonly<Record<string, string>>;
  readonly rootData: Readonly<Record<string, string>>;
}

/**
 * HTML document of a page. Its content security policy allows scripts by nonce only, and no network
 * access.
 */
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
<html lang="${escapeHtml(language())}"${attributes(documentData)}>
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${styleUri}" />
    <title>${title}</title>
  </head>
  <body>
    <div id="root"${attributes({ ...parts.rootData, words: JSON.stringify(allTranslations()) })}></div>
    <script type="module" nonce="${nonce}" src="${scriptUri}"></script>
  </body>
</html>
`;
}

function attributes(data: Readonly<Record<string, string>>): string {
  return Object.entries(data)
    .map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`)
    .join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
