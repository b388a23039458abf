import { createRoot } from 'react-dom/client';
import { App } from './App';
import { connectEditor } from './host';
import { createPage, PageContext } from './page';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/card.css';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');
const page = createPage(connectEditor());
page.board.connect();
createRoot(root).render(
  <PageContext value={page}>
    <App />
  </PageContext>,
);
