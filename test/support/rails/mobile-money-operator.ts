import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Asked, Books, type Fault, faults, type Order, type Transaction } from './mobile-money-books.ts';

/** How the operator treats one order. Everything absent: it takes it, decides at once, answers 202 and calls back once. */
type Manner = {
  readonly refuse?: Fault;
  /** `never`: it stays pending until the test decides. */
  readonly decision?: 'approve' | 'never' | Fault;
  readonly decidesAfterMs?: number;
  readonly paid?: { readonly amount?: string; readonly currency?: string };
  readonly answer?:
    | 'lost-before'
    | 'lost-after'
    | 'late'
    | 'malformed'
    | 'wrong-types'
    | '503-after'
    | 'at-once'
    | 'huge';
  readonly callbacks?: 'none' | 'once' | 'twice' | 'before-answer';
};

/** One exchange, for comparison with the published document. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: IncomingMessage['headers'];
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseBody: unknown;
};

export type Operator = {
  readonly address: string;
  readonly tokenAddress: string;
  readonly books: Books;
  readonly exchanges: readonly Exchange[];
  /** How it treats orders from now on. */
  behave: (manner: Manner | ((order: Order, number: number) => Manner)) => void;
  /** Phone numbers whose account is not `available`. */
  readonly accounts: Map<string, 'unavailable' | 'unregistered' | 'unknown' | 'refused'>;
  /** Answers everything with it, until it is undefined again. */
  down: (fault: Fault | 'malformed' | 'redirect' | 'silent' | undefined) => void;
  serviceStatus: (status: string) => void;
  /** All access tokens that it gave have ended. */
  expireTokens: () => void;
  readonly tokensGiven: () => number;
  /** How long tokens last, as the operator says it. */
  tokenLife: (seconds: unknown) => void;
  /** Whether a lost response is found before there is a transaction. */
  linksRequests: (does: boolean) => void;
  /** How far its clock is ahead. */
  clock: (aheadMs: number) => void;
  decide: (correlationId: string, decision: 'approve' | Fault) => Promise<void>;
  /** The callbacks that it made: their status, or 0. */
  readonly callbacks: readonly { readonly url: string; readonly status: number }[];
  /** Resolves when everything that it was going to do by itself is done. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
};

export const credentials = { clientId: 'shop', clientSecret: 'hush-hush', apiKey: 'key-of-the-shop' };
/** The account of the service at this operator. */
export const ownAccount = { type: 'accountid', id: '2000' } as const;

/** A mobile money operator, written from the published text of the API, version 1.2. It knows nothing of the service. */
export async function anOperator(port = 0): Promise<Operator> {
  const operator = new SimulatedOperator();
  await operator.listen(port);
  return operator.shown();
}

type Reply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

class SimulatedOperator {
  readonly books = new Books();
  readonly exchanges: Exchange[] = [];
  readonly accounts: Operator['accounts'] = new Map();
  readonly callbacks: { url: string; status: number }[] = [];
  readonly #tokens = new Set<string>();
  readonly #pending = new Set<Promise<void>>();
  #server: Server = createServer();
  #manner: (order: Order, number: number) => Manner = () => ({});
  #orders = 0;
  #given = 0;
  #life: unknown = 3600;
  #links = true;
  #aheadMs = 0;
  #down: Fault | 'malformed' | 'redirect' | 'silent' | undefined;
  #serviceStatus = 'available';

  async listen(port: number): Promise<void> {
    this.#server = createServer((req, res) => void this.#serve(req, res));
    this.#server.keepAliveTimeout = 30_000;
    await new Promise<void>((done) => this.#server.listen(port, '127.0.0.1', done));
  }

  shown(): Operator {
    const { port } = this.#server.address() as AddressInfo;
    return {
      address: `http://127.0.0.1:${port}/v1.2/mm`,
      tokenAddress: `http://127.0.0.1:${port}/v1/oauth/accesstoken`,
      books: this.books,
      exchanges: this.exchanges,
      accounts: this.accounts,
      callbacks: this.callbacks,
      behave: (manner) => {
        this.#orders = 0;
        this.#manner = typeof manner === 'function' ? manner : () => manner;
      },
      down: (fault) => {
        this.#down = fault;
      },
      serviceStatus: (status) => {
        this.#serviceStatus = status;
      },
      expireTokens: () => this.#tokens.clear(),
      tokensGiven: () => this.#given,
      tokenLife: (seconds) => {
        this.#life = seconds;
      },
      linksRequests: (does) => {
        this.#links = does;
      },
      clock: (aheadMs) => {
        this.#aheadMs = aheadMs;
      },
      decide: async (correlationId, decision) => {
        const asked = this.books.asked.get(correlationId);
        if (!asked) throw new Error(`the operator was never asked for ${correlationId}`);
        await this.#decide(asked, { decision });
      },
      settled: async () => {
        while (this.#pending.size > 0) await Promise.all(this.#pending);
      },
      close: async () => {
        this.#server.closeAllConnections();
        await new Promise((done) => this.#server.close(done));
      },
    };
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const text = await bodyOf(req);
    const url = new URL(req.url ?? '/', 'http://operator');
    if (this.#down === 'silent') return;
    if (this.#down === 'malformed') return void res.writeHead(200).end('{"half": ');
    if (this.#down === 'redirect') return void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    if (url.pathname === '/v1/oauth/accesstoken') return this.#giveToken(req, res);
    const path = url.pathname.replace(/^\/v1\.2\/mm/, '');
    const reply = (this.#down && refused(this.#down)) ?? this.#refusal(req) ?? this.#read(req, path, url);
    if (reply) return this.#answer(req, res, { path, text, reply });
    await this.#order(req, res, path, text);
  }

  #giveToken(req: IncomingMessage, res: ServerResponse): void {
    const { clientId, clientSecret } = credentials;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (req.headers.authorization !== basic) return void res.writeHead(401).end('{"error":"invalid_client"}');
    const token = randomUUID();
    this.#given += 1;
    this.#tokens.add(token);
    const body = { access_token: token, token_type: 'Bearer', expires_in: this.#life };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #refusal(req: IncomingMessage): Reply | undefined {
    const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
    const isKnown = this.#tokens.has(token) && req.headers['x-api-key'] === credentials.apiKey;
    return isKnown ? undefined : refused(faults.unauthorised);
  }

  /** What a GET reads. */
  #read(req: IncomingMessage, path: string, { searchParams }: URL): Reply | undefined {
    if (req.method !== 'GET') return undefined;
    const [, resource = '', id = '', account = '', about = ''] = path.split('/').map(decodeURIComponent);
    const found = this.books.transactions.get(id);
    const readers: Readonly<Record<string, () => Reply>> = {
      heartbeat: () => ok({ serviceStatus: this.#serviceStatus }),
      requeststates: () => this.#requestState(this.books.byServerId(id)),
      responses: () => this.#response(this.books.asked.get(id)),
      transactions: () => (found ? ok(found) : refused(faults.noSuch)),
      accounts: () => this.#account(account, about, searchParams),
    };
    return readers[resource]?.() ?? refused(faults.noSuch);
  }

  #account(account: string, about: string, query: URLSearchParams): Reply {
    if (about === 'status') return this.#accountStatus(account);
    if (account !== ownAccount.id) return refused(faults.noSuch);
    if (about === 'balance')
      return ok({ accountStatus: 'available', currentBalance: this.#balance(), currency: 'USD' });
    return about === 'statemententries' ? this.#statement(query) : refused(faults.noSuch);
  }

  #balance(): string {
    let left = 0n;
    for (const each of this.books.transactions.values()) {
      const amount = BigInt(each.amount.replace('.', ''));
      left += each.creditParty.some(({ value }) => value === ownAccount.id) ? amount : -amount;
    }
    const digits = (left < 0n ? 0n : left).toString().padStart(3, '0');
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }

  #requestState(asked: Asked | undefined): Reply {
    return asked ? ok(stateOf(asked)) : refused(faults.noSuch);
  }

  /** "Provides a URL to the resource associated with the given correlation ID." */
  #response(asked: Asked | undefined): Reply {
    if (asked?.transaction) return ok({ link: `/transactions/${asked.transaction.transactionReference}` });
    if (!asked || !this.#links) return refused(faults.noSuch);
    return ok({ link: `/requeststates/${asked.serverCorrelationId}` });
  }

  #accountStatus(phone: string): Reply {
    const status = this.accounts.get(phone) ?? 'available';
    if (status === 'refused') return refused(faults.format);
    return status === 'unknown' ? refused(faults.noSuch) : ok({ accountStatus: status });
  }

  /** Newest first, as the text wants it. */
  #statement(query: URLSearchParams): Reply {
    const [from, to] = [query.get('fromDateTime') ?? '', query.get('toDateTime') ?? '~'];
    const all = [...this.books.transactions.values()]
      .filter(({ creationDate }) => creationDate >= from && creationDate <= to)
      .toReversed();
    const offset = Number(query.get('offset') ?? 0);
    const page = all.slice(offset, offset + Number(query.get('limit') ?? 50)).map(entryOf);
    const headers = {
      'x-records-available-count': String(all.length),
      'x-records-returned-count': String(page.length),
    };
    return { status: 200, body: page, headers };
  }

  /** A POST that moves money. */
  async #order(req: IncomingMessage, res: ServerResponse, path: string, text: string): Promise<void> {
    const order = orderOf(req, path, text);
    if ('status' in order) return this.#answer(req, res, { path, text, reply: refused(order) });
    this.#orders += 1;
    const manner = this.#manner(order, this.#orders);
    if (manner.answer === 'lost-before') return void req.socket.destroy();
    const asked = manner.refuse ?? this.books.take(order);
    // A fault has a category; what was taken has an order.
    if ('category' in asked) return this.#answer(req, res, { path, text, reply: refused(asked) });
    const decidesFirst = manner.callbacks === 'before-answer' || manner.answer === 'at-once';
    if (decidesFirst) await this.#decide(asked, manner);
    else this.#later(asked, manner);
    await this.#answerOrder(req, res, { path, text, asked, manner });
  }

  async #answerOrder(
    req: IncomingMessage,
    res: ServerResponse,
    { path, text, asked, manner }: { path: string; text: string; asked: Asked; manner: Manner },
  ): Promise<void> {
    const { answer } = manner;
    if (answer === 'lost-after') return void req.socket.destroy();
    if (answer === 'late') await delay(manner.decidesAfterMs ?? 1500);
    if (answer === 'malformed') return void res.writeHead(202).end('{"serverCorrelationId": "');
    if (answer === 'wrong-types')
      return void res.writeHead(202).end(JSON.stringify({ serverCorrelationId: 7, status: ['pending'] }));
    if (answer === 'huge') return void res.writeHead(202).end(`"${'a'.repeat(2_000_000)}"`);
    if (answer === '503-after') return this.#answer(req, res, { path, text, reply: refused(faults.down) });
    const reply = early(asked, answer) ?? { status: 202, body: stateOf(asked, 'pending') };
    this.#answer(req, res, { path, text, reply });
  }

  #later(asked: Asked, manner: Manner): void {
    if (manner.decision === 'never') return;
    const work = delay(manner.decidesAfterMs ?? 5).then(() => this.#decide(asked, manner));
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  async #decide(asked: Asked, { decision = 'approve', paid, callbacks = 'once' }: Manner): Promise<void> {
    if (decision === 'never') return;
    if (decision === 'approve') this.books.complete(asked, paid);
    else this.books.fail(asked, decision);
    const times = { none: 0, once: 1, twice: 2, 'before-answer': 1 }[callbacks];
    for (let made = 0; made < times; made += 1) await this.#callBack(asked);
  }

  async #callBack({ order, transaction, fault }: Asked): Promise<void> {
    const { callbackUrl: url, correlationId } = order;
    if (url === undefined) return;
    const headers = { 'content-type': 'application/json', 'x-correlationid': correlationId };
    const body = JSON.stringify(transaction ?? errorOf(fault ?? faults.down));
    const answer = await fetch(url, { method: 'PUT', headers, body }).catch(() => undefined);
    await answer?.arrayBuffer();
    this.callbacks.push({ url, status: answer?.status ?? 0 });
  }

  #answer(
    req: IncomingMessage,
    res: ServerResponse,
    { path, text, reply }: { readonly path: string; readonly text: string; readonly reply: Reply },
  ): void {
    const { status, body, headers } = reply;
    const { method = '' } = req;
    const requestBody: unknown = text === '' ? undefined : JSON.parse(text);
    this.exchanges.push({
      method,
      path,
      requestHeaders: req.headers,
      requestBody,
      status,
      responseBody: body,
    });
    const at = new Date(Date.now() + this.#aheadMs).toISOString();
    res.writeHead(status, { 'content-type': 'application/json', 'x-date': at, ...headers });
    res.end(JSON.stringify(body));
  }
}

function early(asked: Asked, answer: Manner['answer']): Reply | undefined {
  return answer === 'at-once' && asked.transaction ? { status: 201, body: asked.transaction } : undefined;
}

function orderOf(req: IncomingMessage, path: string, text: string): Order | Fault {
  const [, resource, second = '', third = ''] = path.split('/').map(decodeURIComponent);
  if (resource !== 'transactions') return faults.noSuch;
  const { 'x-correlationid': correlationId, 'x-callback-url': url } = req.headers;
  if (!/^[0-9a-f-]{36}$/i.test(String(correlationId))) return faults.format;
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const callbackUrl = typeof url === 'string' ? url : undefined;
  const common = { correlationId: String(correlationId), body, callbackUrl };
  return second === 'type' ? transactionOf(common, third) : reversalOf(common, second, third);
}

type Common = Pick<Order, 'correlationId' | 'body' | 'callbackUrl'>;

function transactionOf(common: Common, type: string): Order | Fault {
  const { amount, currency, originalTransactionReference: original } = common.body;
  if (typeof amount !== 'string' || typeof currency !== 'string') return faults.missing;
  return { ...common, type, ...(typeof original === 'string' && { originalReference: original }) };
}

function reversalOf(common: Common, originalReference: string, operation: string): Order | Fault {
  if (operation !== 'reversals') return faults.noSuch;
  if (common.body['type'] !== 'reversal') return faults.missing;
  return { ...common, type: 'reversal', originalReference };
}

function stateOf({ serverCorrelationId, status: now, transaction, fault, expiryTime }: Asked, as = now) {
  return {
    serverCorrelationId,
    status: as,
    notificationMethod: 'callback',
    pollLimit: 100,
    ...(as.toLowerCase() === 'completed' &&
      transaction && { objectReference: transaction.transactionReference }),
    ...(as === 'failed' && fault && { error: errorOf(fault) }),
    ...(expiryTime !== undefined && { expiryTime }),
  };
}

function entryOf({ type, ...entry }: Transaction) {
  const { requestingOrganisationTransactionReference: _, originalTransactionReference: __, ...shown } = entry;
  return { ...shown, displayType: type };
}

function errorOf({ category, code }: Fault) {
  return { errorCategory: category, errorCode: code, errorDateTime: new Date().toISOString() };
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function refused(fault: Fault): Reply {
  return { status: fault.status, body: errorOf(fault) };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}
