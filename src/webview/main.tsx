import { createRoot } from 'react-dom/client';
import { App } from './App';
import { connectEditor } from './host';
import { applyPageLanguage } from './language';
import { createPage, PageContext } from './page';
import { watchPageWidth } from './pane/pane';
import './styles/tokens.css';
import './styles/base.css';
import './styles/primitives.css';
import './styles/bar.css';
import './styles/board.css';
import './styles/arrivals.css';
import './styles/card.css';
import './styles/facts/gauge.css';
import './styles/layouts.css';
import './styles/details.css';
import './styles/request.css';
import './styles/day.css';
import './styles/overlays.css';
import './styles/answer.css';
import './styles/question.css';
import './styles/prompt.css';
import './styles/followUp.css';
import './styles/grant.css';
import './styles/select.css';
import './styles/facts/marks.css';
import './styles/facts/looks.css';
import './styles/facts/badges.css';
import './styles/facts/collisions.css';
import './styles/facts/endNotes.css';
import './styles/pane/whole.css';
import './styles/pane/fixedCard.css';
import './styles/pane/cardAnswer.css';
import './styles/pane/pane.css';
import './styles/edit.css';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');
applyPageLanguage(root);
const page = createPage(connectEditor());
page.board.connect();
page.pulse.start();
page.cardsInSight.watch();
watchPageWidth(page);
createRoot(root).render(
  <PageContext value={page}>
    <App />
  </PageContext>,
);
