import { createRoot } from 'react-dom/client';
import { connectEditor } from '../../../../src/webview/host';
import { speakPageLanguage } from '../../../../src/webview/language';
import { createPage, PageContext } from '../../../../src/webview/page';
import type { PhoneModel, PhoneState } from '../../../../src/webview/phone/model';
import { PhoneApp } from '../../../../src/webview/phone/view/PhoneApp';
import { createStore } from '../../../../src/webview/store';

declare global {
  /** State that the test begins with. */
  var phoneState: Partial<PhoneState> | undefined;
  /** What the view asked the phone to do, and the way to another state. */
  var phone: { readonly asked: string[]; set(part: Partial<PhoneState>): void };
}

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');
speakPageLanguage(root);

const asked: string[] = [];
const state = createStore<PhoneState>({
  phase: 'live',
  machine: 'studio',
  notifications: 'off',
  ...globalThis.phoneState,
});
const model: PhoneModel = {
  state,
  enableNotifications: () => {
    asked.push('enableNotifications');
    return Promise.resolve();
  },
  testPush: () => void asked.push('testPush'),
  pairBy: (link) => void asked.push(`pairBy ${link}`),
  forget: () => {
    asked.push('forget');
    return Promise.resolve();
  },
  reconnect: () => void asked.push('reconnect'),
  closeProblem: () => {
    const { problem: _problem, ...rest } = state.get();
    state.set(rest);
  },
};
globalThis.phone = { asked, set: (part) => state.set({ ...state.get(), ...part }) };

const page = createPage({ ...connectEditor(), place: 'phone' });
page.board.connect();
page.pulse.start();
page.cardsInSight.watch();
createRoot(root).render(
  <PageContext value={page}>
    <PhoneApp model={model} />
  </PageContext>,
);
