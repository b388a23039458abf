import { createRoot } from 'react-dom/client';
import { createPage, PageContext } from '../page';
import { readIdentity } from './keep/identity';
import { phoneStore, type PhoneStore } from './keep/kept';
import { StoredPage } from './keep/storedPage';
import { emptyStore } from './keep/emptyStore';
import { loadPhoneLanguage } from './language';
import { Phone } from './phone';
import { createCarrierOpener, OpenCarrierContext } from './readerCarrier';
import { createReviewRequester } from './review/reviewCalls';
import { ReviewCache, ReviewsContext } from './review/reviewCache';
import { registerServiceWorker } from './shell';
import { PhoneApp } from './view/PhoneApp';

/** Version of the product, set by the build. */
declare const pageVersion: string;

async function startPhone(root: HTMLElement): Promise<void> {
  const [store] = await Promise.all([openStore(), loadPhoneLanguage()]);
  const identity = await readIdentity(store);
  const storedPage = await StoredPage.read(store, pageVersion, identity !== undefined);
  const phone = new Phone({ store, page: storedPage, identity, version: pageVersion });
  const page = createPage(phone.host);
  phone.state.subscribe(() => {
    const { phase, problem } = phone.state.get();
    document.documentElement.dataset['phase'] = phase;
    if (problem !== undefined) page.board.announcer.announce(problem, 'problem');
  });
  page.board.connect();
  page.pulse.start();
  page.cardsInSight.watch();
  const reviews = new ReviewCache(createReviewRequester(phone.wire));
  createRoot(root).render(
    <PageContext value={page}>
      <OpenCarrierContext value={createCarrierOpener(phone.wire)}>
        <ReviewsContext value={reviews}>
          <PhoneApp model={phone} />
        </ReviewsContext>
      </OpenCarrierContext>
    </PageContext>,
  );
  await phone.start();
}

/** A browser without storage still opens the page, which reports the problem when pairing. */
function openStore(): Promise<PhoneStore> {
  return phoneStore().catch(() => emptyStore);
}

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');
void startPhone(root);
void registerServiceWorker().catch(() => undefined); // Without a service worker the page still works online.
