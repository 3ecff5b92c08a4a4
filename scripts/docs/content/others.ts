import { registryVersion } from '../../../generated/event-registry.ts';
import { code, codeBlock, paragraphs, type SitePage, table } from './page.ts';

/** The changelog without what operators of the service do. Each version has an anchor, to which the headers of a deprecated one lead. */
export function changelogPage(changelog: string): SitePage {
  const shown = changelog
    .replace(/^# .+\n+/, '')
    .split(/^(?=### )/m)
    .filter((part) => !part.startsWith('### For operators'))
    .join('')
    // Links lead to files of the repository, which readers of the page do not have.
    .replaceAll(/\[([^\]]+)\]\((?!\/docs)[^)]+\)/g, '$1');
  return {
    path: 'changelog',
    title: 'Changelog',
    description: 'What changed for integrators, by API version.',
    // The anchor that the site makes of a date would begin with its digits, as it is.
    markdown: shown,
  };
}

/** What can be downloaded, and how to use it. */
export function downloadsPage(
  documents: readonly { readonly path: string; readonly about: string }[],
): SitePage {
  return {
    path: 'downloads',
    title: 'Downloads',
    description: 'Both documents of the contract, journeys, a Postman collection, clients and test vectors.',
    markdown: paragraphs(
      'Everything that a tool of yours can read.',
      table(
        ['File', 'What it is'],
        documents.map(({ path, about }) => [`[${path}](/docs/${path})`, about]),
      ),
      '## Run whole journeys',
      'The journeys are in Arazzo. They play an integrator with your test key, from a payment to its refund, an invoice or a payout:',
      codeBlock(
        'sh',
        `npx @redocly/cli respect http://localhost:3000/docs/${registryVersion}/journeys.arazzo.yaml \\\n  --server payments=http://localhost:3000 --input key=sk_test_…`,
      ),
      '## Read with a model',
      `Each page is there as Markdown: add ${code('.md')} to its address. [llms.txt](/docs/llms.txt) lists them all.`,
    ),
  };
}

/** The first page. */
export function homePage(): SitePage {
  return {
    path: 'index',
    title: 'Merchant Payments',
    label: 'Overview',
    order: -1,
    description: 'Take payments by card and mobile money, with a sandbox on your own machine.',
    markdown: paragraphs(
      'Take payments by card, domestic switch card and mobile money, on pages that the service hosts. Sandbox and live are on the same host; the key decides. Everything on these pages works with the demo merchant of your own machine.',
      codeBlock(
        'sh',
        `curl -s http://localhost:3000/v1/checkout/create \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"amount":"10.00","currency":"USD","merchantTransactionId":"order-1",
       "returnUrl":"http://localhost:3000/docs/return","notificationUrl":"http://localhost:3000/docs/hook"}'`,
      ),
      table(
        ['You want to', 'Read'],
        wishes.map(([wish, name, path]) => [wish, `[${name}](/docs/${path})`]),
      ),
    ),
  };
}

const wishes = [
  ['see a payment in five minutes', 'Quick start', 'guides/quick-start'],
  ['build a shop in Node or Python', 'Build a shop', 'guides/build-a-shop'],
  ['take a payment in a web shop', 'Take a payment', 'guides/take-a-payment'],
  ['know surely that a payment was made', 'Receive webhooks', 'guides/receive-webhooks'],
  ['be paid without a web shop', 'Links, the counter and card readers', 'guides/links-and-counter'],
  ['charge every month', 'Invoices and subscriptions', 'guides/invoices-and-subscriptions'],
  ['give money back', 'Refunds', 'guides/refunds'],
  ['send money', 'Pay out', 'guides/pay-out'],
  ['try every outcome', 'Test numbers', 'testing'],
  ['look up an operation, an event or an error', 'Operations', 'operations'],
] as const;
