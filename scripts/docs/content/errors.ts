import { type ErrorCode, errorCatalogue } from '../../../generated/error-catalogue.ts';
import { type Contract, errorPath, factsOf, type Named, namedOperations, operationPath } from './contract.ts';
import { code, codeBlock, paragraphs, type SitePage, table } from './page.ts';

type Entry = (typeof errorCatalogue)[ErrorCode];
const entries = Object.entries<Entry>(errorCatalogue);

/** A page per error code, and one that lists them all. */
export function errorPages(contract: Contract): readonly SitePage[] {
  const all = namedOperations(contract);
  return [listPage(), ...entries.map(([name, about]) => errorPage(name, about, all))];
}

function listPage(): SitePage {
  const rows = entries.map(([name, { status, retryable, message }]) => [
    // The anchor is where links of before lead.
    `<span id="${name}"></span>[${code(name)}](/docs/${errorPath(name)})`,
    String(status),
    retryable ? 'yes' : 'no',
    message,
  ]);
  return {
    path: 'errors',
    title: 'Error codes',
    label: 'All error codes',
    description: `All ${entries.length} error codes: status, whether to retry, and what each means.`,
    markdown: paragraphs(
      'A failure is `{ "success": false, "code", "message", "request_id", "retryable" }`. Base your decisions on `code`, never on `message`. Quote `request_id` when you ask for help. [Errors](/docs/guides/errors) says how to handle them.',
      table(['Code', 'Status', 'Retry', 'Meaning'], rows),
    ),
  };
}

function errorPage(name: string, about: Entry, all: readonly Named[]): SitePage {
  const { status, retryable, message, remedy } = about;
  const answeredBy = all.filter(({ id }) => factsOf(id).codes.some((known) => known === name));
  const example = {
    success: false,
    code: name,
    message,
    request_id: 'req_0199c2a4b7e17c3a9f21d3c4b5a60718',
    retryable,
  };
  return {
    path: errorPath(name),
    title: name,
    description: `${message} ${remedy}`.replaceAll('`', ''),
    markdown: paragraphs(
      `**${message}** Status ${status}.`,
      `## What to do\n\n${remedy}`,
      retryable
        ? 'A retry may succeed. Send the same request again with the same `Idempotency-Key`, later each time; obey `Retry-After` where the answer has it.'
        : 'The same request would be refused again: do not retry it unchanged.',
      `## Example\n\n${codeBlock('json', JSON.stringify(example, null, 2))}`,
      '## Where it occurs',
      operationsIn(answeredBy, all),
    ),
  };
}

function operationsIn(answeredBy: readonly Named[], all: readonly Named[]): string {
  if (answeredBy.length === all.length) return 'Every operation can answer it.';
  if (answeredBy.length === 0) return 'Requests that match no operation are answered with it.';
  return answeredBy
    .map((named) => `- [${named.operation.summary}](/docs/${operationPath(named)}): ${code(named.id)}`)
    .join('\n');
}
