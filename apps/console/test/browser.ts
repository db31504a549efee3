import axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

/** Nothing but the page may use the network, and as root there is no sandbox. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser(
  executablePath: string,
  options: LaunchOptions = {},
): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath,
    args: process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS,
  });
}

/** A page, and everything that the browser complained about while it was open. */
export interface WatchedPage {
  readonly page: Page;
  /** Reports of the content security policy, errors of scripts, and files that were not there. */
  readonly complaints: string[];
}

/** A person at a computer of their own: other cookies, other storage. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  // Agents of tests start as processes of their own, on a machine that may be busy.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAnswer(message)) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

/** Signs in by the one-time link, as a person who clicks it. */
export async function signIn(page: Page, login: string): Promise<void> {
  await page.goto(login);
  await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();
}

/** What the guardian refuses is the page's to show; a file that is missing is a fault. */
function isAnswer(message: ConsoleMessage): boolean {
  return message.location().url.includes('/api/') && message.text().startsWith('Failed to load');
}

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds on the page that is serious or worse, each with the element it is about. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate<readonly Finding[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
