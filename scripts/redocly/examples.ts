import {
  type Content,
  type Document,
  eventsOf,
  follow,
  jsonOf,
  nameOf,
  operationsOf,
  type Path,
  type PlacedOperation,
  type Report,
  type Rule,
  type Schema,
} from './document.ts';
import { successes } from './operations.ts';

/** Every request and every response has a named example; a request's scenario is answered by the success of the same name. */
export const examples: Rule = (document, report) => {
  for (const placed of operationsOf(document)) {
    checkRequest(placed, report);
    checkResponses(document, placed, report);
  }
  for (const { operation, at } of eventsOf(document))
    checkNamed(operation.requestBody?.content, [...at, 'requestBody'], report);
};

function checkRequest({ operation, at }: PlacedOperation, report: Report): void {
  if (operation.requestBody === undefined) return;
  const place = [...at, 'requestBody'];
  checkNamed(operation.requestBody.content, place, report);
  const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  for (const [scenario, example] of Object.entries(jsonOf(operation.requestBody.content)?.examples ?? {})) {
    if (nameOf(example) !== `${operation.operationId}.${scenario}`)
      report(place, `The example ${scenario} must be a $ref to ${operation.operationId}.${scenario}.`);
    if (!jsonOf(success?.content)?.examples?.[scenario])
      report(place, `No success has an example of the scenario ${scenario}.`);
  }
}

function checkResponses(document: Document, { operation, at: from }: PlacedOperation, report: Report): void {
  for (const [status, own] of Object.entries(operation.responses ?? {})) {
    const { node, at } = follow(document, 'responses', own, [...from, 'responses', status]);
    checkNamed(node.content, at, report);
    if (!status.startsWith('2')) continue;
    for (const [scenario, example] of Object.entries(jsonOf(node.content)?.examples ?? {})) {
      const name = `${operation.operationId}.${scenario}.${status}`;
      if (nameOf(example) !== name) report(at, `The example ${scenario} must be a $ref to ${name}.`);
    }
  }
}

function checkNamed(content: Content | undefined, at: Path, report: Report): void {
  if (Object.keys(jsonOf(content)?.examples ?? {}).length === 0) report(at, 'There is no named example.');
}

/** An answer that carries an id leads on to the operations that take it. */
export const producers: Rule = (document, report) => {
  const known = new Set(operationsOf(document).map(({ operation }) => operation.operationId));
  for (const { response, at } of successes(document)) {
    const data = jsonOf(response.content)?.schema?.properties?.['data'];
    const links = Object.entries(response.links ?? {});
    if (typeof data === 'object' && carriesId(document, data) && links.length === 0)
      report(at, 'The answer has an id and no `links`.');
    for (const [name, { operationId }] of links) {
      if (!known.has(operationId)) report([...at, 'links', name], `There is no operation ${operationId}.`);
    }
  }
};

/** Ids that some operation takes are schemas called `…Id`; the merchant's own identifier is not among them. */
function carriesId(document: Document, data: Schema): boolean {
  const { properties = {} } = follow(document, 'schemas', data, []).node;
  const list = properties['items'];
  const inItems = typeof list === 'object' && list.items !== undefined && carriesId(document, list.items);
  return (
    inItems ||
    Object.values(properties).some(
      (property) => typeof property === 'object' && /Id$/u.test(nameOf(property) ?? ''),
    )
  );
}
