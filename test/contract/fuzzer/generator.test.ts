import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { functions as bodies } from '../../../generated/validators/body.js';
import index from '../../../generated/validators/index.json' with { type: 'json' };
import { valid } from '../../../scripts/fuzz/arbitrary.ts';
import { broken } from '../../../scripts/fuzz/breaking.ts';
import { type Operation, operations } from '../../../scripts/fuzz/contract.ts';
import { fuzz } from '../../../scripts/fuzz/fuzzer.ts';
import { validRequest } from '../../../scripts/fuzz/requests.ts';
import { randomUuid } from '../../../src/platform/ids.ts';
import { isWholeProfile } from '../../support/faults/profile.ts';

const twoHundred = { seed: 1, numRuns: 200 };
/** Of each operation that takes a body. */
const each = isWholeProfile ? twoHundred : { seed: 1, numRuns: 60 };
const names: Readonly<Record<string, string>> = index.body;
const writing = operations.flatMap(({ id, body }) => {
  const accepts = bodies[names[id] ?? ''];
  return body && accepts ? [{ id, body, accepts }] : [];
});

/** Operation → bodies that it must refuse. Two tests look at them, and making them takes longer than looking. */
const brokenBodies = new Map(writing.map(({ id, body }) => [id, fc.sample(broken(body), each)]));

const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name);

describe('the request generator', () => {
  it.each(writing)('makes bodies that $id accepts', ({ body, accepts }) => {
    const made = fc.sample(valid(body), each);

    expect(made.filter((value) => !accepts({ requestBody: value }))).toEqual([]);
  });

  it('puts existing ids into the fields of a body that take them', () => {
    const [real, account] = [`trm_${'1'.repeat(32)}`, randomUuid()];
    const ids = { 'processTerminalPayment.terminal_id': [real], 'requestPayout.bank_account_id': [account] };
    const madeFor = (wanted: string) => {
      const operation = operations.find(({ id }) => id === wanted);
      if (!operation?.body) throw new Error(`${wanted} takes no body`);
      return fc.sample(validRequest(operation, ids), twoHundred).map(({ body }) => body);
    };

    const readings = madeFor('processTerminalPayment');
    const payouts = madeFor('requestPayout');

    expect(readings.filter((body) => field(body, 'terminal_id') === real).length).toBeGreaterThan(100);
    expect(payouts.filter((body) => field(body, 'bank_account_id') === account).length).toBeGreaterThan(10);
    expect(
      payouts.filter(
        (body) => field(body, 'method') === 'agent_cash' && field(body, 'bank_account_id') !== undefined,
      ),
    ).toEqual([]);
  });

  it.each(writing)('makes broken bodies that $id refuses', ({ id, accepts }) => {
    const made = brokenBodies.get(id) ?? [];

    expect(made).toHaveLength(each.numRuns);
    expect(made.filter(({ value }) => accepts({ requestBody: value }))).toEqual([]);
  });

  it('breaks every keyword of the contract', () => {
    const broke = [...brokenBodies.values()].flat().map(({ keyword }) => keyword);

    expect([...new Set(broke)].toSorted()).toEqual(
      [
        'additionalProperties',
        'anyOf',
        'const',
        'dependentRequired',
        'enum',
        'if',
        'maxItems',
        'maxLength',
        'maxProperties',
        'maximum',
        'minItems',
        'minLength',
        'minimum',
        'not',
        'oneOf',
        'pattern',
        'required',
        'type',
        'uniqueItems',
      ].toSorted(),
    );
  });
});

describe('the fuzzer', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Fuzzes a service that gives the same answer to every request. */
  async function fuzzOne(
    status: number,
    body: unknown,
    headers: Record<string, string> = requiredHeaders,
    fuzzed: readonly Operation[] = operations.slice(0, 4),
  ) {
    server = createServer((_req, res) =>
      res.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body)),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    return await fuzz({
      door: { baseUrl, key: 'a key' },
      spare: { baseUrl, key: 'another' },
      operations: fuzzed,
      cases: fuzzed.length * 4,
    });
  }

  it('finds a service that refuses valid requests', async () => {
    const some = operations.slice(0, 40);
    const { findings, neverSucceeded } = await fuzzOne(400, {}, requiredHeaders, some);

    expect(findings.map(({ what }) => what)).toContainEqual(
      expect.stringContaining('a valid request is answered 400'),
    );
    expect(neverSucceeded).toEqual(some.map(({ id }) => id));
  });

  it('finds a service that fails', async () => {
    const { findings } = await fuzzOne(500, {});

    expect(findings.map(({ what }) => what)).toContainEqual(
      expect.stringContaining('a valid request is answered 500'),
    );
  });

  it('finds a service that accepts invalid requests', async () => {
    const { findings } = await fuzzOne(200, {});

    expect(findings.map(({ what }) => what)).toContainEqual(
      expect.stringContaining('an invalid request is answered 200 instead of 400'),
    );
  });

  it('finds an answer with an undeclared status', async () => {
    const { findings } = await fuzzOne(202, {});

    expect(findings.map(({ what }) => what)).toContainEqual(expect.stringContaining('202 is not declared'));
  });

  it('finds an answer with an undeclared field', async () => {
    const { findings } = await fuzzOne(404, { ...notFound, detail: 'not in the contract' });

    expect(findings.map(({ what }) => what)).toContainEqual(expect.stringContaining('not as declared'));
  });

  it('asks for the version that it judges by', async () => {
    const asked = new Set<unknown>();
    server = createServer((req, res) => {
      asked.add(req.headers['service-version']);
      res.writeHead(404, { ...json, ...requiredHeaders }).end(JSON.stringify(notFound));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    await fuzz({
      door: { baseUrl: `http://127.0.0.1:${port}`, key: 'a key', version: '2026-01-01' },
      spare: undefined,
      operations: operations.filter(({ id }) => id === 'getBalance'),
      cases: 4,
    });

    // Besides, the header is a parameter with values of its own.
    expect(asked).toContain('2026-01-01');
    expect(asked).not.toContain(undefined);
  });

  it('finds an answer without a declared header', async () => {
    const { findings } = await fuzzOne(404, notFound, {});

    expect(findings.map(({ what }) => what)).toContainEqual(
      expect.stringContaining('the header Service-Version is missing'),
    );
  });
});

const json = { 'content-type': 'application/json' };
const requiredHeaders = {
  'service-version': '2026-01-01',
  'x-request-id': 'req_0199c2a4b7e17c3a9f21d3c4b5a60718',
};
const notFound = {
  success: false,
  code: 'NOT_FOUND',
  message: 'The object does not exist.',
  request_id: requiredHeaders['x-request-id'],
  retryable: false,
};
