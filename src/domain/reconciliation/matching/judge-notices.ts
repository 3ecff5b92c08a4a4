import type { Tx } from '../../../platform/db/database.ts';
import { lockCasesAcrossMerchants } from '../cases/queries.ts';
import { CaseWrites, notExpected } from '../cases/write-cases.ts';
import { isFileOfOurs } from '../statements/split-files.ts';
import type { Written } from './link-lines.ts';
import { findUnmatchedNoticesAcrossMerchants, type UnmatchedNotice } from './notice-queries.ts';

/**
 * Opens a case for each movement that a bank has notified us of and that fits no payout. Once a statement has the movement, its line
 * is compared, and the case is explained: the same money is never two cases.
 *
 * Decision 0106.
 */
export async function judgeNotices(tx: Tx, gateway: string): Promise<Written> {
  const writes = new CaseWrites();
  const notices = await findUnmatchedNoticesAcrossMerchants(tx, gateway);
  for (const notice of notices)
    if (notice.case_id === null && !notice.stated)
      writes.open({ gateway, ...saidOnly(notice) }, inWords(notice));
  const stated = notices.flatMap(({ case_id: id, stated: isStated }) => (isStated && id !== null ? id : []));
  if (stated.length > 0)
    for (const known of await lockCasesAcrossMerchants(tx, [], stated)) writes.explain(known);
  return await writes.write(tx);
}

function saidOnly({ subject, says, amount, currency, day }: UnmatchedNotice) {
  return {
    ...notExpected,
    subject,
    stated: says === 'returned' ? amount : -amount,
    stated_currency: currency,
    stated_on: day,
  } as const;
}

const meanings: Readonly<Record<UnmatchedNotice['why'], string>> = {
  unknown: 'The bank notified us of a movement that fits no payout',
  other_amount: 'The bank notified us of another amount than the payout has',
  contradiction: 'The bank notified us of a movement that contradicts what it said of the payout before',
};

const otherTotal =
  'The bank notified us of one movement for a file, with another total than its payouts have';

function inWords({ why, end_to_end_id: id, reason }: UnmatchedNotice): string {
  const about = [id ?? 'without our id', ...(reason === null ? [] : [`reason ${reason}`])].join(', ');
  const meaning = why === 'other_amount' && isFileOfOurs(id) ? otherTotal : meanings[why];
  return `${meaning} (${about}).`.slice(0, 500);
}
