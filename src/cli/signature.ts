import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { readConfig } from '../app/config.ts';
import { readDemo } from '../app/first-run/first-run.ts';
import { signWebhook, verifyWebhook, type WebhookEvent, WebhookVerificationError } from '../sdk/webhooks.ts';
import { exitCodes, Failure, printJson, printTable, say } from './support/print.ts';

type Options = {
  readonly secret?: string;
  readonly secretFile?: string;
  readonly timestamp?: string;
  readonly json?: true;
};

/** `mps sign`: prints the `Service-Signature` of the body on standard input. Spec: "Signature". */
export async function signVerb(options: Options): Promise<void> {
  const secret = secretOf(options);
  const now = instantOf(options.timestamp);
  const header = signWebhook({ body: await bodyOfInput(), secret, ...now });
  if (options.json) printJson({ header });
  else process.stdout.write(`${header}\n`);
}

/** `mps verify`: says whether a signature is valid and, if not, why; then it exits with 8. Spec: "Signature". */
export async function verifyVerb(options: Options & { readonly header: string }): Promise<void> {
  const secret = secretOf(options);
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
function secretOf({ secret, secretFile }: Options): string {
  const found = secretFile === undefined ? (secret ?? ofDemo()) : textOf(secretFile).trim();
  if (found === undefined || found === '')
    throw new Failure(
      'usage',
      'There is no webhook secret. Set MPS_WEBHOOK_SECRET, use --secret-file, or start the service once to get a demo merchant.',
    );
  if (/\s/.test(found)) throw new Failure('usage', 'The webhook secret contains a space or a line break.');
  return found;
}

function ofDemo(): string | undefined {
  return readDemo(readConfig().dataDir)?.webhook_secret;
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
  return buffer(process.stdin);
}
