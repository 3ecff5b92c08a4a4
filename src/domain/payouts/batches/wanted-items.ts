import type { ErrorObject } from 'ajv';
import type { components } from '../../../../generated/openapi.d.ts';
import { newest, requestErrors } from '../../../platform/contract/contract.ts';
import { refusal } from '../../../platform/contract/problems.ts';
import type { FieldError } from '../../../platform/errors.ts';
import { readId } from '../../../platform/ids.ts';
import { parseAmount } from '../../money/amounts/amount.ts';
import { wantedDestination } from '../payouts/payout-destination.ts';
import type { WantedItem, WantedLine } from './create-batch.ts';
import { type CsvLine, linesIn } from './csv.ts';

type Item = components['schemas']['PayoutBatchItemInput'];

/** The payouts of a CSV file, in its order. A line that the contract refuses says why: it is judged as an item of JSON is. */
export function itemsInCsv(csv: string): readonly WantedLine[] {
  return linesIn(csv).map(judgedItem);
}

/** A payout as the contract has let it through. */
export function wantedItem(item: Item): WantedItem {
  const { method, currency, subaccount_id: subaccountId } = item;
  return {
    method,
    amount: parseAmount(item.amount, currency),
    currency,
    destination: wantedDestination(item),
    subaccountId: subaccountId && readId('sac', subaccountId),
  };
}

function judgedItem(line: CsvLine): WantedLine {
  if ('error' in line) return { refusal: { code: 'VALIDATION_ERROR', errors: [line.error] } };
  const errors = errorsOf(line.values);
  if (fits(line.values, errors)) return wantedItem(line.values);
  const { code, errors: found = [] } = refusal('createPayoutBatch', errors);
  return { refusal: { code, errors: found.map(ofItem) } };
}

/** `/items/0/amount`, where the line was judged, becomes `/amount`. */
function ofItem(error: FieldError): FieldError {
  return { ...error, instancePath: error.instancePath.replace(/^\/items\/0/, '') };
}

/** The request has no parameters, so only the errors of its body count. */
function errorsOf(line: object): readonly ErrorObject[] {
  const errors = requestErrors(newest, 'createPayoutBatch', { requestBody: { items: [line] } });
  return errors.filter(({ instancePath }) => instancePath.startsWith('/requestBody/'));
}

function fits(_line: object, errors: readonly ErrorObject[]): _line is Item {
  return errors.length === 0;
}
