import { errorCatalogue } from '../../../../../../generated/error-catalogue.ts';
import type {
  LineRefusal,
  WantedItem,
  WantedLine,
} from '../../../../../domain/payouts/batches/create-batch.ts';
import { itemsInCsv } from '../../../../../domain/payouts/batches/wanted-items.ts';
import { refuseUnfit } from '../../../../../domain/payouts/payouts/payout-destination.ts';
import { payoutGateway } from '../../../../../domain/payouts/payouts/request-payout.ts';
import { judgedBody } from '../../../../../platform/contract/judge-body.ts';
import { ApiError, type FieldError } from '../../../../../platform/errors.ts';
import { batchesWords } from '../../../../words/dashboard/money/batches.ts';
import { typedMoney } from '../../../parts/typed.ts';
import { refusalText, WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import type { Named } from './named.ts';

const { wrong } = batchesWords;
/** The next form carries the whole text. */
const mostBytes = 250_000;
const mostItems = 1000;

/** Whether the contract has let a line through. */
export const isItem = (line: WantedLine): line is WantedItem => !('refusal' in line);

/** The text of the file, without the empty lines at its end, which spreadsheets write, and with the zeros at the end of amounts, which they leave out. */
export function fileText({ form }: MerchantVisit): string {
  const file = form.file('file');
  if (file === undefined) throw new WrongFields({ file: wrong.missing });
  if (file.content.length > mostBytes) throw new WrongFields({ file: wrong.tooLarge });
  const text = new TextDecoder().decode(file.content);
  // Excel for Mac ends lines with CR alone. Beside other line ends one is no end: a name that holds it must not become a line.
  const lines = text.split(text.includes('\n') ? /\r?\n/ : '\r');
  const last = lines.findLastIndex((line) => /[^\s,]/.test(line));
  return lines
    .slice(0, last + 1)
    .map((line) => line.replace(firstCell, (cell, inQuotes, bare) => typedMoney(inQuotes ?? bare) ?? cell))
    .join('\n');
}

const firstCell = /^(?:"([^"]*)"|([^",]*))(?=,)/;

/** Its lines, each judged. @throws WrongFields the contract refuses the file as a whole */
export function linesIn(csv: string): readonly WantedLine[] {
  const [head = '', ...rest] = csv.split('\n');
  if (rest.length === 0) throw new WrongFields({ file: wrong.empty });
  if (rest.length > mostItems) throw new WrongFields({ file: wrong.tooMany(rest.length) });
  try {
    judgedBody('createPayoutBatch', { csv });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isHead = /^amount,currency,method(?:,[a-z_]{1,40}){1,9}$/.test(head);
    throw new WrongFields({ file: isHead ? wrong.controls : wrong.head });
  }
  return itemsInCsv(csv);
}

/** `line` is counted from the first line of the file, as spreadsheets count. */
export type Problem = { readonly line: number; readonly why: string };

/** The lines that would not become payouts, whatever the balances are. */
export const problemsIn = (
  { ctx }: MerchantVisit,
  lines: readonly WantedLine[],
  named: Named,
): readonly Problem[] =>
  lines.flatMap((line, at) => {
    const why = isItem(line) ? refusalOf(ctx, line, named) : whyOf(line.refusal);
    return why === undefined ? [] : [{ line: at + 2, why }];
  });

function refusalOf(
  ctx: MerchantVisit['ctx'],
  item: WantedItem,
  { account, partner }: Named,
): string | undefined {
  const saved = account(item);
  if (item.destination.bankAccountId !== undefined && !saved) return wrong.noAccount;
  if (item.subaccountId !== undefined && !partner(item)) return wrong.noPartner;
  try {
    refuseUnfit(item, saved);
    payoutGateway(ctx, item, (saved ? saved.provider : item.destination.fields.provider) ?? null);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusalText(error);
  }
}

/** The columns that are wrong, each with what it must be. Without any, the words of the code. */
function whyOf({ code, errors }: LineRefusal): string {
  const said = new Map<string, string>();
  for (const error of errors) {
    const [column, why] = saidOf(error);
    if (!said.has(column)) said.set(column, why);
  }
  // Who leaves out a new account has not forgotten the id of a saved one.
  if (said.size > 1 && said.get(savedId) === wrong.absent) said.delete(savedId);
  const columns = [...said].map((each) => each.join(' ').trim());
  return columns.length > 0 ? `${columns.join('; ')}.` : errorCatalogue[code].message;
}

const savedId = 'bank_account_id';

function saidOf({ instancePath, params, message }: FieldError): readonly [column: string, words: string] {
  const { missingProperty, allowedValues } = params;
  // Also where one column needs another.
  if (typeof missingProperty === 'string') return [missingProperty, wrong.absent];
  // Spreadsheets write 1,200.00; the words of the contract are for programs.
  if (instancePath === '/amount') return ['amount', wrong.amount];
  if (Array.isArray(allowedValues)) return [instancePath.slice(1), wrong.oneOf(allowedValues.join(', '))];
  return [instancePath.slice(1), message];
}
