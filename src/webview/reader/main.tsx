import { createRoot } from 'react-dom/client';
import { applyPageLanguage } from '../language';
import { PageContext } from '../page';
import { ReaderApp } from './App';
import { registerLanguages } from './highlight';
import { connectReader } from './host';
import * as languages from './languages';
import { Reader, ReaderContext } from './reader';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/primitives.css';
import '../styles/request.css';
import '../styles/edit.css';
import '../styles/overlays.css';
import '../styles/answer.css';
import '../styles/question.css';
import '../styles/prompt.css';
import '../styles/followUp.css';
import '../styles/grant.css';
import '../styles/facts/badges.css';
import '../styles/facts/collisions.css';
import '../styles/facts/endNotes.css';
import './styles/reader.css';
import './styles/outline.css';
import './styles/text.css';
import './styles/tools.css';
import './styles/code.css';
import './styles/sessionBar.css';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');
applyPageLanguage(root);
registerLanguages(languages);
const reader = new Reader(connectReader(root));
reader.start();
createRoot(root).render(
  <ReaderContext value={reader}>
    <PageContext value={reader.page}>
      <ReaderApp />
    </PageContext>
  </ReaderContext>,
);
