import { ownJson, parseJson } from '../shared/text/boundedJson';
import type { Arrangement, PagePlace } from '../shared/board/arrangement';
import { fieldsOf } from '../shared/text/fields';
import type { FromPage, ToPage } from '../shared/messages/pageMessages';
import { acquireHostConnection, type HostConnection } from './hostConnection';

/** The page's host, its only connection to the outside. */
export interface Host extends Pick<HostConnection<FromPage, ToPage>, 'post' | 'onMessage'> {
  readonly place: PagePlace;
  /** The only session that the page shows; absent for a page of all sessions. */
  readonly sessionId?: string;
  /** The arrangement stored before a reload; undefined at the first start. */
  readArrangement(): unknown;
  writeArrangement(arrangement: Arrangement): void;
  /** Drafts stored before a reload of this page. */
  readDrafts(): unknown;
  writeDrafts(drafts: unknown): void;
}

/** Connects to the editor; to be called once. */
export function connectEditor(): Host {
  const editor = acquireHostConnection<FromPage, ToPage>();
  /** State that this page stored before a reload. */
  const storedState = () => fieldsOf(editor.getState());
  return {
    place: document.documentElement.dataset['place'] === 'side' ? 'side' : 'panel',
    post: editor.post,
    onMessage: editor.onMessage,
    readArrangement: () => storedState()['arrangement'] ?? documentArrangement(),
    writeArrangement: (arrangement) => {
      editor.setState({ ...storedState(), arrangement });
      // The host stores the arrangement for pages that are opened later.
      editor.post({ type: 'arrange', arrangement });
    },
    readDrafts: () => storedState()['drafts'],
    writeDrafts: (drafts) => editor.setState({ ...storedState(), drafts }),
  };
}

/** Arrangement of an earlier page, which the window wrote into the document. */
function documentArrangement(): unknown {
  const text = document.getElementById('root')?.dataset['arrangement'];
  return text === undefined ? undefined : parseJson(text, ownJson);
}
