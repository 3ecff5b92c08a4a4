import { describe, expect, it } from 'vitest';
import { type Documents, operationsOf } from '../../../scripts/generate/bundle.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import { documentsAt } from '../releases/documents.ts';
import { madeUpReleases } from '../releases/releases.ts';
import {
  documentsOf,
  movedCodes,
  untranslatedAnswers,
  untranslatedEvents,
  untranslatedRequests,
} from './examples.ts';

const released = versionChain();

/**
 * A change can name what it touches, have a pair, and still forget a field, or translate nothing. The examples show most fields, but not
 * every value: what a value that came becomes for older apps, only the pair shows.
 */
describe.each([...released.contracts])('an app pinned to %s', (date, contract) => {
  const [older, now] = [documentsOf(date), documentsOf()];

  it('gets the answers, events and statuses that its contract knows', () => {
    expect(untranslatedAnswers(released, { date, contract }, now)).toEqual([]);
    expect(untranslatedEvents(released, { date, contract }, now)).toEqual([]);
    expect(movedCodes(older, now)).toEqual([]);
  });

  it('sends requests that the newest contract knows once they are translated', () => {
    expect(untranslatedRequests(released, { date, contract }, older)).toEqual([]);
  });
});

/** What an app of 2098-01-01 meets after the made-up release of 2099, if the change with the title translates nothing. */
async function found(forgetful?: string): Promise<string[]> {
  const releases = await madeUpReleases();
  const chain = versionChain(
    releases.map(({ changes, ...others }) => ({
      ...others,
      changes: changes.map((change) =>
        change.title === forgetful ? { title: change.title, touches: change.touches } : change,
      ),
    })),
  );
  const date = '2098-01-01';
  const contract = chain.contracts.get(date);
  if (!contract) throw new Error(`${date} has no contract`);
  return [
    ...untranslatedAnswers(chain, { date, contract }, documentsOf()),
    ...untranslatedEvents(chain, { date, contract }, documentsOf()),
    ...untranslatedRequests(chain, { date, contract }, before2099()),
  ];
}

/** The made-up documents rename fields and leave the examples as they are. */
function before2099(): Documents {
  const documents = documentsAt('2098-01-01');
  const opening = operationsOf(documents.openapi).find(
    ({ operation }) => operation.operationId === 'createCheckout',
  );
  const { examples = {} } = opening?.operation.requestBody?.content['application/json'] ?? {};
  for (const example of Object.values(examples)) {
    const { merchantTransactionId: reference, ...others } = Object(example.value);
    example.value = { ...others, reference };
  }
  return documents;
}

describe('the examples', () => {
  it('find nothing where each change translates what it changes', async () => {
    expect(await found()).toEqual([]);
  });

  it.each([
    ['Rename link to url', /^createPaymentLink 201, \w+: \/data must have required property 'link'$/],
    [
      'Remove psp from the event',
      /^payment\.capture\.completed, \w+: \/data must have required property 'psp'$/,
    ],
    [
      'Rename reference to merchantTransactionId',
      /^createCheckout, card: \/requestBody must have required property/,
    ],
    ['Rename the parameter q to search', /^listTransactions: there is no parameter q$/],
    [
      'Tell the error of a field by pointer',
      /^createCheckout 400, INVALID_JSON:  must have required property 'text'$/,
    ],
  ])('find a change that forgets to: %s', async (title, line) => {
    expect(await found(title)).toContainEqual(expect.stringMatching(line));
  });

  it('find a code that has another status, which no change can translate', () => {
    const [was, is] = [documentsOf(), documentsOf()];
    const examplesOf = (response: string) =>
      is.openapi.components.responses?.[response]?.content?.['application/json']?.examples ?? {};
    const { DUPLICATE_REQUEST: moved, ...others } = examplesOf('Conflict');
    Object.assign(examplesOf('BadRequest'), { DUPLICATE_REQUEST: moved });
    Object.assign(is.openapi.components.responses?.['Conflict']?.content?.['application/json'] ?? {}, {
      examples: others,
    });

    expect(movedCodes(was, is)).toEqual(['DUPLICATE_REQUEST has the status 400 instead of 409']);
  });
});
