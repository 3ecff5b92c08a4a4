import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../../../platform/errors.ts';
import { randomBytes } from '../../../platform/ids.ts';
import { NotAdmitted, Turns } from '../../../platform/turns.ts';

/** Argon2id, as OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const tagBytes = 32;
const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Two at a time: more would take memory and processors from payments. */
const turns = new Turns({ most: 2, mostEach: 2, mostWaiting: 200, waitMs: 10_000 });
const name = 'passwords';
const derive = promisify(argon2);

/** @throws SERVICE_UNAVAILABLE too many wait, or it took too long */
async function turn(): Promise<void> {
  try {
    await turns.take(name);
  } catch (error) {
    throw error instanceof NotAdmitted
      ? new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 10 })
      : error;
  }
}

async function tagOf(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Cost,
): Promise<Buffer> {
  await turn();
  try {
    return await derive('argon2id', {
      message: password,
      nonce,
      tagLength: tagBytes,
      memory,
      passes,
      parallelism,
    });
  } finally {
    turns.leave(name);
  }
}

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

const phc = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** The hash of a password in the PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await tagOf(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${phc(salt)}$${phc(tag)}`;
}

/** A hash that no password has: checking against it takes as long as against a real one. */
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether this is the password. It takes as long for an account that does not exist.
 *
 * @param stored undefined or null: there is no account, or no password yet
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const found = shape.exec(stored ?? nobody);
  if (!found) throw new Error('a stored password is not in the PHC format');
  const [, memory, passes, parallelism, salt = '', tag = ''] = found;
  const of = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await tagOf(password, Buffer.from(salt, 'base64'), of);
  const wanted = Buffer.from(tag, 'base64');
  return timingSafeEqual(given, wanted) && typeof stored === 'string';
}

const shortest = 10;
const longest = 200;
/** The passwords of ten characters or more that are guessed first. */
const common = [
  '1234567890',
  '0123456789',
  '1111111111',
  '0000000000',
  '1234567891',
  'qwertyuiop',
  'password12',
  'password123',
  'password1234',
  'passw0rd123',
  'iloveyou123',
  'q1w2e3r4t5',
  'q1w2e3r4t5y6',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  'qwerty12345',
  'qwerty123456',
  'letmein123',
  'welcome123',
  'administrator',
  'changeme123',
];

/** Why a password is refused; undefined: it is taken. `about` is what others know of the person. */
export type PasswordProblem = 'short' | 'long' | 'common' | 'personal';

export function passwordProblem(
  password: string,
  about: { readonly email?: string; readonly businessName?: string },
): PasswordProblem | undefined {
  const plain = password.toLowerCase();
  if (Array.from(password).length < shortest) return 'short';
  if (password.length > longest) return 'long';
  if (common.includes(plain) || new Set(plain).size < 4) return 'common';
  const personal = [about.email, about.email?.split('@')[0], about.businessName];
  return personal.some((text) => text !== undefined && text.length > 3 && plain === text.toLowerCase())
    ? 'personal'
    : undefined;
}
