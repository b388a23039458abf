import { createRoot } from 'react-dom/client';
import { speakPageLanguage } from '../language';
import { ReaderApp } from './App';
import { connectReader } from './host';
import { Reader, ReaderContext } from './reader';
import '../styles/tokens.css';
import '../styles/base.css';
import './styles/reader.css';
import './styles/text.css';
import './styles/tools.css';
import './styles/code.css';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');
speakPageLanguage(root);
const reader = new Reader(connectReader(root));
reader.start();
createRoot(root).render(
  <ReaderContext value={reader}>
    <ReaderApp />
  </ReaderContext>,
);
