import { isatty } from 'node:tty';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { passesLuhn } from './card-numbers.ts';
import { JoinedLines } from './telemetry/joined-lines.ts';
import { traceFieldsNow } from './telemetry/trace.ts';

type Say = { (about: Record<string, unknown>, message?: string): void; (message: string): void };

/** Log identifiers, codes and durations, not contents. Pass an error as `err`. */
export type Log = {
  readonly debug: Say;
  readonly info: Say;
  readonly warn: Say;
  readonly error: Say;
  readonly fatal: Say;
  readonly child: (bindings: Record<string, unknown>) => Log;
  /** Writes buffered lines, before the process ends. */
  readonly flush: () => void;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

type Destination = { write(line: string): void };

type LogOptions = {
  readonly level: LogLevel;
  /** Defaults to standard output. */
  readonly destination?: Destination;
  /** Formats lines for people instead of as JSON. Defaults to true if standard output is a terminal. */
  readonly readable?: boolean;
};

const stdout = 1;
const forPeopleAtOnce = { dest: stdout, sync: true, minLength: 0 };
let joined: JoinedLines | undefined;

/** One for all logs: it listens for the end of the process. */
function linesOfStdout(): JoinedLines {
  joined ??= new JoinedLines(stdout);
  return joined;
}

export function createLog(options: LogOptions): Log {
  const readable = options.readable ?? (options.destination === undefined && isatty(1));
  const file = options.destination ?? (readable ? pino.destination(forPeopleAtOnce) : linesOfStdout());
  const settings: LoggerOptions = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }), log: redactAll },
    serializers: { err: (shown: unknown) => shown },
    mixin: traceFieldsNow,
    hooks: { streamWrite: scrub },
  };
  return logOf(pino(settings, readable ? { write: (line: string) => file.write(forPeople(line)) } : file));
}

function logOf(logger: Logger): Log {
  return {
    debug: logger.debug.bind(logger),
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    fatal: logger.fatal.bind(logger),
    // Pino's formatters do not see the bindings of a child.
    child: (bindings) => logOf(logger.child(redactAll(bindings))),
    flush: () => logger.flush(),
  };
}

const hidden = '[redacted]';
const deepest = 6;
const longest = 100;

const secretName =
  /^(pan|cvv|cvc|otp|number|holder|track[12]?|pin|token|accesstoken|body|rawbody)$|(cookie|authorization|cardnumber|agentotp|secret|secretkey|secretsealed|password|passwd|totp|totpcode|apikey)$/;
const phoneName = /(phone|msisdn|mobilemoneynumber)$/;

const judged = new Map<string, 'secret' | 'phone' | 'plain'>();

/** Decides by the field's name. The same few names recur in every line, so results are cached. */
function judge(name: string): 'secret' | 'phone' | 'plain' {
  const known = judged.get(name);
  if (known) return known;
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const plainOrPhone = phoneName.test(bare) ? 'phone' : 'plain';
  const verdict = secretName.test(bare) ? 'secret' : plainOrPhone;
  if (judged.size < 1000) judged.set(name, verdict);
  return verdict;
}

function redactAll(about: object): Record<string, unknown> {
  return redactFields(about, 0);
}

function redactFields(about: object, depth: number): Record<string, unknown> {
  if (isPlain(about)) return about;
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(about)) shown[name] = redactField(name, value, depth);
  return shown;
}

/** Nothing in it has to be hidden or shown in another way. */
function isPlain(about: object): about is Record<string, unknown> {
  // Others may show more of themselves than their properties.
  if (Object.getPrototypeOf(about) !== Object.prototype) return false;
  for (const name of Object.keys(about)) {
    const value: unknown = Reflect.get(about, name);
    const isShownAsItIs =
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      value === undefined;
    if (!isShownAsItIs || judge(name) !== 'plain') return false;
  }
  return true;
}

function redactField(name: string, value: unknown, depth: number): unknown {
  const verdict = judge(name);
  if (verdict === 'plain' || value === null || value === undefined) return redactValue(value, depth);
  return verdict === 'phone' && typeof value === 'string' ? lastFour(value) : hidden;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return errorFields(value, depth);
  if (depth >= deepest) return '[deep]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, longest).map((item) => redactValue(item, depth + 1));
  return redactFields(value, depth + 1);
}

/** Only listed fields: `detail` and `where` of PostgreSQL's errors contain rows. */
function errorFields(error: Error, depth: number): Record<string, unknown> {
  const fields: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  for (const name of ['code', 'severity', 'schema', 'table', 'constraint', 'routine', 'syscall']) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') fields[name] = value;
  }
  if (error.cause !== undefined && depth < deepest) fields['cause'] = redactValue(error.cause, depth + 1);
  return fields;
}

function lastFour(text: string): string {
  return `…${text.slice(-4)}`;
}

const secret =
  /((?:sk|rk|pk)_(?:test|live)_|whsec_)[A-Za-z0-9+/=_-]{12,}|(Bearer )[A-Za-z0-9._~+/=-]{8,}|((?:\+?263|0)[78][0-9]{8})|((?:[2-6]|9(?=[ -]?7[ -]?1[ -]?6))(?:[ -]?[0-9]){12,18})/
    .source;
/** Its lookbehind sees whether the backslash is itself escaped. */
const escaped =
  /(?:\\(?:[bfnrt]|u[0-9a-f]{4})(?<=(?<!\\)(?:\\\\)*\\(?:[bfnrt]|u[0-9a-f]{4}))|%[0-9A-Fa-f]{2})/.source;
const secretText = new RegExp(`((?<![A-Za-z0-9]))(?:${secret})(?![A-Za-z0-9])`, 'g');
/** In JSON a line break ends in a letter, and an encoded sign in a URL in a letter or a digit. Apart, since few lines have any. */
const secretAfterEscape = new RegExp(`(${escaped})(?:${secret})(?![A-Za-z0-9])`, 'g');

/** Scans the whole line: what a message or a stack quotes has no field name to redact by. */
function scrub(line: string): string {
  const scrubbed = line.replaceAll(secretText, hide);
  return /[\\%]/.test(scrubbed) ? scrubbed.replaceAll(secretAfterEscape, hide) : scrubbed;
}

function hide(found: string, before: string, ...groups: (string | undefined)[]): string {
  const [key, bearer, phone, card] = groups;
  if (phone !== undefined) return `${before}${lastFour(phone)}`;
  if (card !== undefined) return passesLuhn(card.replaceAll(/[^0-9]/g, '')) ? `${before}${hidden}` : found;
  return `${before}${key ?? bearer ?? ''}${hidden}`;
}

/** `14:03:22 warn  message  name=value …`, then the stack. */
function forPeople(line: string): string {
  const { time, level, msg, err, ...rest }: Record<string, unknown> = JSON.parse(line);
  const clock = String(time).slice(11, 19);
  const pairs = Object.entries(rest).map(([name, value]) => `${name}=${words(value)}`);
  const first = [clock, String(level).padEnd(5), words(msg ?? ''), ...pairs].filter((part) => part !== '');
  return `${first.join(' ')}\n${stackOf(err)}`;
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null) return '';
  const stack: unknown = Reflect.get(err, 'stack') ?? Reflect.get(err, 'message');
  return `${String(stack).replaceAll(/^/gm, '    ')}\n`;
}
