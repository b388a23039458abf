import { useBrowser } from '../editor/browser';
import { FakeHost } from './fakeHost';
import { servePage, type PageServer } from './pageServer';
import { PhonePanelUnderTest } from './phonePanelPage';
import { ReaderPageUnderTest } from './readerPage';
import { UsedPages } from './usedPages';

type Open<Page, Args extends readonly unknown[]> = (
  pages: UsedPages,
  server: PageServer,
  ...args: Args
) => Promise<Page>;

/** Sets up browser and server around a suite; pages opened by a test are closed, and checked, after it. */
function suiteOf<Page extends { close(): Promise<void> }, Args extends readonly unknown[]>(
  open: Open<Page, Args>,
): (...args: Args) => Promise<Page> {
  const browser = useBrowser();
  let pages: UsedPages | undefined;
  let server: PageServer | undefined;
  const opened: Page[] = [];

  before(async () => {
    pages = new UsedPages(browser());
    server = await servePage();
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close();
  });
  after(async () => {
    await pages?.close();
    await server?.close();
  });

  return async (...args) => {
    if (!pages || !server) throw new Error('A page is opened outside of a test.');
    const page = await open(pages, server, ...args);
    opened.push(page);
    return page;
  };
}

/** For a suite about the board's page. */
export const pageSuite = () => suiteOf(FakeHost.open.bind(FakeHost));

/** For a suite about the page of a transcript. */
export const readerSuite = () => suiteOf(ReaderPageUnderTest.open.bind(ReaderPageUnderTest));

/** For a suite about the panel for phones. */
export const phonePanelSuite = () => suiteOf(PhonePanelUnderTest.open.bind(PhonePanelUnderTest));
