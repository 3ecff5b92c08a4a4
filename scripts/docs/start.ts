import { registryVersion } from '../../generated/event-registry.ts';
import { documents, journeysFile, sampleAddress } from '../../src/pages/docs/documents.ts';
import { type Html, html, url } from '../../src/pages/html.ts';

type Page = { readonly title: string; readonly main: Html };

const firstCall = `curl -s ${sampleAddress}/v1/checkout/create \\
  -H "Authorization: Bearer sk_test_…" -H "Content-Type: application/json" \\
  -d '{"amount":"10.00","currency":"USD","merchantTransactionId":"order-1",
       "returnUrl":"${sampleAddress}/docs/return","notificationUrl":"${sampleAddress}/docs/hook"}'`;

const journeys = `npx @redocly/cli respect ${sampleAddress}/docs/${registryVersion}/${journeysFile} \\
  --server payments=${sampleAddress} --input key=sk_test_…`;

/** The start page: from nothing to the first signed event. */
export function startPage(): Page {
  const downloads = documents.map((name) => {
    const address = url(`/docs/${registryVersion}/${name}`);
    return html`<li><a href="${address}">${name}</a>, version ${registryVersion}</li>`;
  });
  const main = html`<ol>
<li>Start the service: <code>npm start</code>. It prints the addresses and the keys of a demo merchant.</li>
<li>Open a checkout:<pre tabindex="0"><code>${firstCall}</code></pre></li>
<li>Open the <code>payment_url</code> of the answer in a browser.</li>
<li>Pay with a <a href="/docs/testing">test number</a>; each leads to another outcome.</li>
<li>The page leads to <code>returnUrl</code>, with the result as a hint in the query.</li>
<li>The <code>notificationUrl</code> receives a signed <a href="/docs/events">event</a>. Only this event proves the payment.</li>
</ol>
<h2>Check the signature</h2>
<p>Every event carries <code>Service-Signature: t=…,v1=…</code>: the HMAC-SHA256 of <code>t</code>, a dot and the raw body, keyed with the webhook secret of the app. <a href="/docs/webhooks">Webhooks</a> has the check in seven languages, and test vectors.</p>
<h2>Retry safely</h2>
<p>Send an <code>Idempotency-Key</code> with every POST, PATCH and DELETE. For 24 hours a request with the same key and body gets the same answer, with <code>Idempotent-Replayed: true</code>. In a failure <code>retryable</code> says whether a retry can help; the page <a href="/docs/errors">Errors</a> says what to do for each code.</p>
<h2>Documents</h2>
<ul>${downloads}</ul>
<p>The last has whole journeys, from a payment to its refund, an invoice or a payout. Run them with your test key:</p>
<pre tabindex="0"><code>${journeys}</code></pre>`;
  return { title: 'From nothing to the first payment', main };
}
