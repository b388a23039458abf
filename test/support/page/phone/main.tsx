import { createRoot } from 'react-dom/client';
import { connectEditor } from '../../../../src/webview/host';
import { applyPageLanguage } from '../../../../src/webview/language';
import { createPage, PageContext } from '../../../../src/webview/page';
import type { PhoneModel, PhoneState } from '../../../../src/webview/phone/model';
import type { AskAboutReview } from '../../../../src/webview/phone/review/reviewCalls';
import { ReviewCache, ReviewsContext } from '../../../../src/webview/phone/review/reviewCache';
import { PhoneApp } from '../../../../src/webview/phone/view/PhoneApp';
import { createStore } from '../../../../src/webview/store';

declare global {
  /** Initial state, set by the test. */
  var phoneState: Partial<PhoneState> | undefined;
  /** Actions that the view requested, and a function that changes the state. */
  var phone: { readonly asked: string[]; set(part: Partial<PhoneState>): void };
  /** Simulates the hub's reviews: returns an answer, or the reason why there is none. */
  var answerReview: (question: {
    readonly name: string;
    readonly request: object;
  }) => Promise<{ readonly answer?: object; readonly problem?: string }>;
  var leaveReview: (question: { readonly name: string; readonly request: object }) => void;
}

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');
applyPageLanguage(root);

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

const ask: AskAboutReview = async (name, request, signal) => {
  const left = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      globalThis.leaveReview({ name, request });
      reject(new DOMException('Left', 'AbortError'));
    });
  });
  const response = await Promise.race([globalThis.answerReview({ name, request }), left]);
  if (response.problem !== undefined) throw new Error(response.problem);
  return response.answer as never;
};
const reviews = new ReviewCache(ask);

const page = createPage({ ...connectEditor(), place: 'phone' });
page.board.connect();
page.pulse.start();
page.cardsInSight.watch();
createRoot(root).render(
  <PageContext value={page}>
    <ReviewsContext value={reviews}>
      <PhoneApp model={model} />
    </ReviewsContext>
  </PageContext>,
);
