import type { Arrangement, PagePlace } from '../shared/board/arrangement';
import { fieldsOf } from '../shared/text/fields';
import type { FromPage, ToPage } from '../shared/messages/pageMessages';
import { acquireEditor, type Editor } from './editor';

/** Where the page runs: the only way out of it, and the only way in. */
export interface Host extends Pick<Editor<FromPage, ToPage>, 'post' | 'onMessage'> {
  readonly place: PagePlace;
  /** What the user arranged, kept over a reload; undefined at the first start. */
  readArrangement(): unknown;
  writeArrangement(arrangement: Arrangement): void;
  /** What the user has begun to fill in, kept over a reload of this page alone. */
  readDrafts(): unknown;
  writeDrafts(drafts: unknown): void;
}

/** The editor's webview; to be called once, as the editor hands its interface out once. */
export function connectEditor(): Host {
  const editor = acquireEditor<FromPage, ToPage>();
  /** Of this page, when the editor brings it back. */
  const kept = () => fieldsOf(editor.getState());
  return {
    place: document.documentElement.dataset['place'] === 'side' ? 'side' : 'panel',
    post: editor.post,
    onMessage: editor.onMessage,
    readArrangement: () => kept()['arrangement'] ?? inDocument(),
    writeArrangement: (arrangement) => {
      editor.setState({ ...kept(), arrangement });
      editor.post({ type: 'arrange', arrangement }); // For the next page.
    },
    readDrafts: () => kept()['drafts'],
    writeDrafts: (drafts) => editor.setState({ ...kept(), drafts }),
  };
}

/** What the window kept of an earlier page, as it wrote it into this one's document. */
function inDocument(): unknown {
  const text = document.getElementById('root')?.dataset['arrangement'];
  return text === undefined ? undefined : JSON.parse(text);
}
