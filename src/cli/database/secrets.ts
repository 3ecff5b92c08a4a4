import { readConfig } from '../../app/config.ts';
import { type Rotation, rotateAcrossMerchants } from '../../app/sealed/rotate.ts';
import { exitCodes, Failure, printJson, printTable, say } from '../support/print.ts';
import { refuseOtherRelease } from '../support/release.ts';
import { onServer } from '../support/server.ts';

type Options = { readonly status?: true; readonly shared?: true; readonly json?: true };

/** `mps secrets rotate`: seals everything anew with SECRET_KEY; `--status` only counts. Decision 0115. */
export async function rotateSecretsVerb({ status, shared, json }: Options): Promise<void> {
  if ((await readConfig()).database === undefined)
    throw new Failure('usage', 'The embedded PostgreSQL keeps its key. Set DATABASE_URL.');
  const { columns, isOver, others } = await onServer(async ({ url, secretKey }) => {
    // Columns left under the old key would be lost with it.
    await refuseOtherRelease(url, 'mps secrets rotate', 'sealed what this release does not know');
    return rotateAcrossMerchants({
      url,
      secretKeys: secretKey,
      onlyCount: status === true,
      isShared: shared === true,
      progress: say,
    });
  });
  if (json) printJson({ columns, passwords_changed: isOver });
  else
    printTable(
      columns.map(({ where, texts, old, closed }) => ({
        column: where,
        texts: String(texts),
        old: String(old),
        closed: String(closed),
      })),
    );
  const [old, closed] = [sumOf(columns, 'old'), sumOf(columns, 'closed')];
  for (const words of leftWords({ closed, isOver, others })) say(words);
  if (closed > 0 || !isOver || (status && old > 0)) process.exitCode = exitCodes.checkFailed;
  say(status ? `${old} texts are sealed with another key.` : `${old} texts were sealed anew.`);
}

type Left = { readonly closed: number } & Pick<Rotation, 'isOver' | 'others'>;

/** What a person has to do before the rotation ends. */
function leftWords({ closed, isOver, others }: Left): readonly string[] {
  return [
    ...(closed > 0
      ? [`${closed} texts open with none of the keys. Add the key of theirs to SECRET_KEYS_BESIDE.`]
      : []),
    ...(isOver ? [] : ['The roles of the database log in with the passwords of another key.']),
    ...(others.length > 0
      ? [
          `Databases of the same server use these roles: ${others.join(', ')}. Once their services have both keys, end the rotation with --shared.`,
        ]
      : []),
  ];
}

function sumOf(
  columns: readonly { readonly old: number; readonly closed: number }[],
  what: 'old' | 'closed',
): number {
  return columns.reduce((sum, column) => sum + column[what], 0);
}
