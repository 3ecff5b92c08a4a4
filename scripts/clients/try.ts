import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from './clients.ts';
import { type Journey, pageSize } from './journey.ts';
import { type Ran, run } from './run.ts';
import type { Shop } from './shop.ts';
import { environmentWith, home, install, missing, sources } from './tools.ts';

/** `-`: there is nothing to do, or a step before it failed. */
type Mark = 'yes' | 'no' | 'no tool' | 'no compiler' | 'not written' | '-';

const steps = ['generates', 'compiles', 'journey'] as const;
type Step = (typeof steps)[number];

/** A row of the table, with the reason of each mark that is not yes. */
export type Row = { readonly name: string; readonly why: readonly string[] } & Readonly<Record<Step, Mark>>;

type Outcome = { readonly mark: Mark; readonly why?: string };
/** A client that is being tried. */
type Trial = {
  readonly client: Client;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly shop: Shop;
};

/** Generates a client from a document, compiles it and runs its journey. The first step that fails is the last one tried. */
export async function tryClient(client: Client, contract: string, shop: Shop): Promise<Row> {
  const used = [client.generator, client.compiler].filter((tool) => tool !== undefined);
  const folder = join(home, client.language, slug(client.name));
  const env = { ...environmentWith(used), CONTRACT: contract };
  const marks: Record<Step, Mark> = { generates: '-', compiles: '-', journey: '-' };
  const why: string[] = [];
  for (const step of steps) {
    const outcome = await trying[step]({ client, folder, env, shop });
    marks[step] = outcome.mark;
    if (outcome.why !== undefined) why.push(`${client.name}, ${step}: ${outcome.why}`);
    if (outcome.mark === 'no compiler') marks.journey = outcome.mark;
    if (outcome.mark !== 'yes') break;
  }
  return { name: client.name, ...marks, why };
}

const slug = (name: string) => name.replaceAll(' ', '-');

const trying: Readonly<Record<Step, (trial: Trial) => Promise<Outcome>>> = {
  generates: async (trial) => {
    const { client, folder } = trial;
    const unmet = client.generator && missing(client.generator);
    if (unmet !== undefined) return { mark: 'no tool', why: unmet };
    const uninstalled = await uninstalledOf(client);
    if (uninstalled !== undefined) return { mark: 'no', why: uninstalled };
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [from, to] of Object.entries(client.files)) {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      copyFileSync(join(sources, client.language, from), join(folder, to));
    }
    return outcomeOf(trial, 'generates', await run(client.generate, { cwd: folder, env: trial.env }));
  },
  compiles: async (trial) => {
    const { client, folder, env } = trial;
    const unmet = client.compiler && missing(client.compiler);
    if (unmet !== undefined) return { mark: 'no compiler', why: unmet };
    return outcomeOf(trial, 'compiles', await run(client.compile, { cwd: folder, env }));
  },
  journey: async (trial) => {
    const { client, folder, shop } = trial;
    if (client.journey === undefined) return { mark: 'not written', why: 'nobody has written it' };
    const reference = `${slug(client.name)}-${process.pid}`;
    const given = {
      SERVICE_URL: shop.baseUrl,
      SERVICE_KEY: shop.key,
      REFERENCE: reference,
      PAGE_SIZE: String(pageSize),
    };
    const ran = await run(client.journey, { cwd: folder, env: { ...trial.env, ...given } });
    const ended = outcomeOf(trial, 'journey', ran);
    if (ended.mark !== 'yes') return ended;
    const wrong = await mistakesIn(ran.stdout, reference, shop);
    return wrong.length === 0 ? ended : { mark: 'no', why: wrong.join('; ') };
  },
};

/** Installs what the client needs, as far as this machine can run it. Returns what went wrong. */
async function uninstalledOf({ generator, compiler }: Client): Promise<string | undefined> {
  try {
    for (const tool of new Set([generator, compiler]))
      if (tool !== undefined && missing(tool) === undefined) await install(tool);
    return undefined;
  } catch (error) {
    return `its tools could not be installed\n${lastLines(String(error))}`;
  }
}

function outcomeOf({ folder }: Trial, step: Step, { code, output }: Ran): Outcome {
  const log = join(folder, `${step}.log`);
  writeFileSync(log, output);
  return code === 0
    ? { mark: 'yes' }
    : { mark: 'no', why: `exit code ${code}, ${log}\n${lastLines(output)}` };
}

function lastLines(text: string): string {
  const lines = text.trim().split('\n').slice(-5);
  return lines.map((line) => `    ${line.slice(0, 200)}`).join('\n');
}

/** What a journey reported otherwise than the service knows it; empty if all is right. */
export async function mistakesIn(stdout: string, reference: string, shop: Shop): Promise<readonly string[]> {
  const line = stdout.trim().split('\n').at(-1) ?? '';
  const report = parsed(line);
  if (report === undefined) return [`its last line is no report: ${line.slice(0, 200)}`];
  const id = report.created?.checkout_id ?? '';
  const wanted: Journey = {
    ...shop.expected,
    created: { checkout_id: id, requires_polling: false },
    read: { checkout_id: id, status: 'pending', amount: '25.50', payment_method: null },
  };
  const made = await shop.referenceOf(id);
  const unmade = made === reference ? [] : [`created: the reference of "${id}" is ${made}, not ${reference}`];
  return [...unmade, ...differences('', wanted, report)];
}

function parsed(line: string): Partial<Journey> | undefined {
  try {
    const report: unknown = JSON.parse(line);
    return typeof report === 'object' && report !== null ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Null, an empty text and an absent field are three different things. */
function differences(path: string, wanted: unknown, got: unknown): string[] {
  if (typeof wanted !== 'object' || wanted === null)
    return wanted === got ? [] : [`${path}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`];
  const more = Array.isArray(wanted) && Array.isArray(got) ? got.slice(wanted.length) : [];
  return [
    ...more.map((item) => `${path}: ${JSON.stringify(item)} too much`),
    ...Object.entries(wanted).flatMap(([key, value]) =>
      differences(path === '' ? key : `${path}.${key}`, value, Reflect.get(Object(got), key)),
    ),
  ];
}

/** The table, and the exit code. Only `no` is a failure: what this machine lacks is not a fault of the contract. */
export function tableOf(rows: readonly Row[]): { readonly text: string; readonly exitCode: 0 | 1 } {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, marks: readonly string[]) =>
    `${name.padEnd(width)}  ${marks.map((mark) => mark.padEnd(11)).join('  ')}`.trimEnd();
  const table = rows.map((row) =>
    line(
      row.name,
      steps.map((step) => row[step]),
    ),
  );
  const reasons = rows.flatMap(({ why }) => why).flatMap((reason) => ['', reason]);
  const failed = rows.some((row) => steps.some((step) => row[step] === 'no'));
  return { text: [line('client', steps), ...table, ...reasons].join('\n'), exitCode: failed ? 1 : 0 };
}
