import { createRoot } from 'react-dom/client';
import { applyPageLanguage } from '../language';
import { PhonePanelPage } from './App';
import { connectPanel, PanelContext } from './panel';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/primitives.css';
import './styles/panel.css';
import './styles/steps.css';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');
applyPageLanguage(root);
createRoot(root).render(
  <PanelContext value={connectPanel()}>
    <PhonePanelPage />
  </PanelContext>,
);
