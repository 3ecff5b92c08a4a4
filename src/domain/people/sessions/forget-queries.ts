// What the daily job `sessions.forget` deletes. People belong to no merchant.

import { type OldRows, oldRowsOf } from '../../../platform/jobs/daily-batches.ts';

type Forgotten = Pick<OldRows, 'batch' | 'all' | 'keepsSome'>;

const batch = 1000;

/**
 * Rows of a table without an index by age. Each batch goes on behind the one before, in the order of the primary key, and deletes those
 * that are old.
 *
 * @param place SQL of the place in the key where a batch begins, given `$2`: what `last` was of the batch before, null of the first
 * @param last SQL of the place of the row `s`, as text
 */
const oldAlongKey = (
  table: string,
  { key, place, last, isOld }: Readonly<Record<'key' | 'place' | 'last' | 'isOld', string>>,
): Forgotten => ({
  batch,
  keepsSome: true,
  all: `WITH seen AS MATERIALIZED (SELECT ctid, * FROM ${table} WHERE (${key}) > (${place}) ORDER BY ${key} LIMIT $1),
    gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM seen WHERE ${isOld})))
    SELECT (SELECT count(*)::int FROM seen) AS count, (SELECT ${last} FROM seen s OFFSET $1 - 1)  AS last`,
});

/** Tries to sign in count for fifteen minutes. Of a flood, most of an hour are young. */
const oldTries = oldAlongKey('sign_in_tries', {
  key: 'subject, at, id',
  place: `coalesce($2::json ->> 0, ''), coalesce(($2::json ->> 1)::timestamptz, '-infinity'),
    coalesce(($2::json ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')`,
  last: 'json_build_array(s.subject, s.at, s.id)::text',
  isOld: "at < now() - interval '1 hour'",
});

const oldLinks = oldAlongKey('user_links', {
  key: 'hash',
  place: "coalesce(decode($2, 'hex'), '')",
  last: "encode(s.hash, 'hex')",
  isOld: 'expires_at < now()',
});

/** They can be accepted for seven days. Who was invited and by whom stays in the log of the merchant. */
const oldInvitations = oldAlongKey('invitations', {
  key: 'id',
  place: "coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')",
  last: 's.id::text',
  isOld: "created_at < now() - interval '90 days'",
});

/** Sessions, links and tries that have ended, and mails and invitations of more than 90 days ago, whose links have long expired. */
export const oldOfPeople: readonly Forgotten[] = [
  oldRowsOf('dashboard_sessions', 'expires_at < now()'),
  oldTries,
  oldLinks,
  oldInvitations,
  oldRowsOf('mails', "created_at < now() - interval '90 days'"),
];
