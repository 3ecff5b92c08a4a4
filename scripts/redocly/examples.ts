import {
  type Content,
  type Document,
  type Example,
  eventsOf,
  follow,
  jsonOf,
  nameOf,
  operationsOf,
  type Path,
  type PlacedOperation,
  type Report,
  type Response,
  type Rule,
  type Schema,
} from './document.ts';
import { successes } from './operations.ts';

/** Every request and response has a named example, and each example of a request has one of the same name in the success. */
export const examples: Rule = (document, report) => {
  for (const placed of operationsOf(document)) {
    checkRequest(placed, report);
    checkResponses(document, placed, report);
  }
  for (const { operation, at } of eventsOf(document))
    checkNamed(operation.requestBody?.content, [...at, 'requestBody'], report);
};

function checkRequest({ operation, at }: PlacedOperation, report: Report): void {
  const { requestBody, responses = {}, operationId } = operation;
  if (requestBody === undefined) return;
  const place = [...at, 'requestBody'];
  checkNamed(requestBody.content, place, report);
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const answered = scenariosOf(success?.content);
  for (const [scenario, example] of Object.entries(scenariosOf(requestBody.content))) {
    const name = `${operationId}.${scenario}`;
    if (nameOf(example) !== name) report(place, `The example ${scenario} must be a $ref to ${name}.`);
    if (!(scenario in answered)) report(place, `No success has an example of the scenario ${scenario}.`);
  }
}

function scenariosOf(content: Content | undefined): Record<string, Example> {
  return Object.assign({}, ...Object.values(content ?? {}).map((body) => body.examples ?? {}));
}

function checkResponses(document: Document, { operation, at: from }: PlacedOperation, report: Report): void {
  for (const [status, own] of Object.entries(operation.responses ?? {})) {
    const { node, at } = follow(document, 'responses', own, [...from, 'responses', status]);
    checkNamed(node.content, at, report);
    if (!status.startsWith('2')) continue;
    for (const [scenario, example] of Object.entries(scenariosOf(node.content))) {
      const name = `${operation.operationId}.${scenario}.${status}`;
      if (nameOf(example) !== name) report(at, `The example ${scenario} must be a $ref to ${name}.`);
    }
  }
}

function checkNamed(content: Content | undefined, at: Path, report: Report): void {
  if (Object.keys(scenariosOf(content)).length === 0) report(at, 'There is no named example.');
}

/** An answer with an id has `links` to the operations that take it. */
export const producers: Rule = (document, report) => {
  const known = new Set(operationsOf(document).map(({ operation }) => operation.operationId));
  for (const { response, at } of successes(document)) {
    const links = Object.entries(response.links ?? {});
    if (links.length === 0 && carriesId(document, dataOf(document, response))) {
      report(at, 'The answer has an id and no `links`.');
    }
    for (const [name, { operationId }] of links) {
      if (!known.has(operationId)) report([...at, 'links', name], `There is no operation ${operationId}.`);
    }
  }
};

function dataOf(document: Document, response: Response): Schema | boolean | undefined {
  const envelope = jsonOf(response.content)?.schema ?? {};
  return follow(document, 'schemas', envelope, []).node.properties?.['data'];
}

/**
 * Whether the data, or an item of its list, has an id that some operation takes: a field whose schema is called `…Id`. No
 * operation takes the id of a merchant, so its schema is called `MerchantIdentifier`.
 */
function carriesId(document: Document, data: Schema | boolean | undefined): boolean {
  if (typeof data !== 'object') return false;
  const { properties = {} } = follow(document, 'schemas', data, []).node;
  const list = properties['items'];
  if (typeof list === 'object' && carriesId(document, list.items)) return true;
  return Object.values(properties).some(
    (property) => typeof property === 'object' && nameOf(property)?.endsWith('Id') === true,
  );
}
