import { fstatSync, readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { signWebhook, verifyWebhook, type WebhookEvent, WebhookVerificationError } from '../sdk/webhooks.ts';
import { exitCodes, Failure, printJson, printLines, printTable, say } from './support/print.ts';

const json = ['--json', 'print one JSON object'] as const;

type Options = {
  readonly secret?: string;
  readonly secretFile?: string;
  readonly timestamp?: string;
  readonly json?: true;
};

/** `mps sign` and `mps verify`. */
export function addSignatureVerbs(program: Command): void {
  const secret = [
    '--secret <secret>',
    'webhook secret of the app (default: from DATA_DIR/demo.json)',
  ] as const;
  const file = ['--secret-file <path>', 'a file that holds the secret'] as const;
  program
    .command('sign')
    .description('Print the Service-Signature of the body on standard input.')
    .addOption(new Option(...secret).env('MPS_WEBHOOK_SECRET'))
    .option(...file)
    .option('--timestamp <seconds>', 'Unix time to sign for (default: now)')
    .option(...json)
    .action(signVerb);
  program
    .command('verify')
    .description(
      'Check a Service-Signature against the body on standard input; exits with 8 if it is refused.',
    )
    .requiredOption('--header <value>', 'the Service-Signature header of the request')
    .addOption(new Option(...secret).env('MPS_WEBHOOK_SECRET'))
    .option(...file)
    .option('--timestamp <seconds>', 'Unix time to check for (default: now)')
    .option(...json)
    .action(verifyVerb);
}

/** `mps sign`: prints the `Service-Signature` of the body on standard input. Spec: "Signature". */
async function signVerb(options: Options): Promise<void> {
  const secret = await secretOf(options);
  const now = instantOf(options.timestamp);
  const header = signWebhook({ body: await bodyOfInput(), secret, ...now });
  if (options.json) printJson({ header });
  else printLines(header);
}

/** `mps verify`: says whether a signature is valid and, if not, why; then it exits with 8. Spec: "Signature". */
async function verifyVerb(options: Options & { readonly header: string }): Promise<void> {
  const secret = await secretOf(options);
  const now = instantOf(options.timestamp);
  const body = await bodyOfInput();
  const verdict = verdictOf(() => verifyWebhook({ header: options.header, body, secret, ...now }));
  const { words, ...shown } = verdict;
  if (options.json) printJson(shown);
  else printTable(Object.entries(shown).map(([name, value]) => ({ name, value: String(value) })));
  say(words);
  if (!verdict.valid) process.exitCode = exitCodes.checkFailed;
}

type Verdict = { valid: boolean; reason: string; type?: string; id?: string; words: string };

function verdictOf(verify: () => WebhookEvent): Verdict {
  try {
    const { type, id } = verify();
    return { valid: true, reason: 'ok', type, id, words: 'The signature fits.' };
  } catch (error) {
    if (error instanceof WebhookVerificationError)
      return { valid: false, reason: error.reason, words: error.message };
    throw error;
  }
}

/** A file wins over the environment. Other users of the machine can read arguments, so prefer either to `--secret`. */
async function secretOf({ secret, secretFile }: Options): Promise<string> {
  const found = secretFile === undefined ? (secret ?? (await ofDemo())) : textOf(secretFile).trim();
  if (found === undefined || found === '')
    throw new Failure(
      'usage',
      'There is no webhook secret. Set MPS_WEBHOOK_SECRET, use --secret-file, or start the service once to get a demo merchant.',
    );
  if (/\s/.test(found)) throw new Failure('usage', 'The webhook secret contains a space or a line break.');
  return found;
}

/** Reads the settings, whose sources are loaded only for this. */
async function ofDemo(): Promise<string | undefined> {
  const [{ readConfig }, { readDemo }] = await Promise.all([
    import('../app/config.ts'),
    import('../app/first-run/demo-file.ts'),
  ]);
  return readDemo((await readConfig()).dataDir)?.webhook_secret;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Failure('usage', `${file} cannot be read.`);
  }
}

function instantOf(timestamp: string | undefined): { readonly now?: Date } {
  if (timestamp === undefined) return {};
  if (!/^\d{1,12}$/.test(timestamp)) throw new Failure('usage', '--timestamp takes Unix seconds.');
  return { now: new Date(Number(timestamp) * 1000) };
}

/** The exact bytes: even a line break at the end belongs to the body. */
async function bodyOfInput(): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new Failure('usage', 'Give the body on standard input, byte for byte: mps … < body.json');
  // Node reads a folder as if it were an empty file.
  if (fstatSync(process.stdin.fd).isDirectory())
    throw new Failure('usage', 'Standard input is a folder. Give the body, byte for byte: mps … < body.json');
  return buffer(process.stdin);
}
