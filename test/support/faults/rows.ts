/** A fault of reliability's section 12, and the tests that inject it. */
export type FaultRow = {
  readonly id: string;
  readonly fault: string;
  /** Parts of the names of test files. All of them must pass. */
  readonly files: readonly string[];
  /** What else injects it, or what is not injected here. */
  readonly beside?: string;
};

export const faultRows: readonly FaultRow[] = [
  {
    id: 'F1',
    fault: 'kill -9 of the API in the middle of calls',
    files: [
      'kills/under-load',
      'kills/keys',
      'kills/refunds',
      'kills/links',
      'kills/holds',
      'kills/disputes',
      'kills/batches',
      'kills/cash-outs',
      'kills/readers',
      'kills/renewals',
      'kills/settlements',
      'kills/settings',
      'kills/recovery',
      'kills/listen',
      'faults/key-rotation',
    ],
  },
  { id: 'F2', fault: 'kill -9 of a worker in the middle of deliveries', files: ['kills/deliveries'] },
  { id: 'F3', fault: 'kill -9 of the postmaster under load', files: ['kills/under-load'] },
  {
    id: 'F4',
    fault: 'the network to the database is cut or lost',
    files: ['faults/database/network', 'faults/database/cut', 'app/database/outage', 'db/replica/replica'],
  },
  {
    id: 'F5',
    fault: 'writes take 0.2 s longer, and three times as many come as can be served',
    files: ['faults/overload', 'faults/flood'],
  },
  { id: 'F6', fault: 'the disk of the database is full', files: ['faults/database/disk-full'] },
  {
    id: 'F7',
    fault: 'the clock of the machine is an hour off',
    files: ['platform/clock-sync'],
    beside: 'The clock is turned inside the process; no libfaketime is needed.',
  },
  {
    id: 'F8',
    fault: 'midnight UTC, with three workers and under traffic',
    files: ['merchants/sandbox/reset'],
  },
  { id: 'F9', fault: 'receivers that fail in twenty ways', files: ['faults/receiver-zoo'] },
  {
    id: 'F10',
    fault: 'one merchant with 20,000 deliveries that hang',
    files: ['deliveries/slow-receivers.attack'],
  },
  { id: 'F11', fault: 'storms of the same calls', files: ['faults/storm'] },
  {
    id: 'F12',
    fault: 'three processes count one rate limit, and its server is killed',
    files: ['faults/rate-limits'],
  },
  {
    id: 'F13',
    fault: 'processes are replaced one after the other behind a proxy',
    files: ['app/operate/proxy', 'app/drain'],
    beside: 'Twenty restarts under load: `npm run bench -- restarts`.',
  },
  { id: 'F14', fault: 'the leader of three PostgreSQL is killed', files: ['faults/failover'] },
  {
    id: 'F15',
    fault: 'PgBouncer in transaction mode, and killed',
    files: ['faults/pooler'],
    beside: 'The whole suite through it: PGBOUNCER names a program of 1.21 or later.',
  },
  {
    id: 'F16',
    fault: 'an hour of mixed calls',
    files: ['faults/soak'],
    beside: 'Memory after 10^5 requests: `npm run bench -- P12`.',
  },
  { id: 'F17', fault: 'a transaction stands still', files: ['faults/database/idle-transaction'] },
  {
    id: 'F18',
    fault: 'random and hostile requests',
    files: ['contract/fuzzer', 'contract/inputs'],
    beside: '10^5 requests and more: `npm run fuzz`.',
  },
  { id: 'F19', fault: 'each migration under load', files: ['db/migrations/under-load'] },
  {
    id: 'F20',
    fault: 'a backup under load is restored',
    files: ['faults/backup', 'faults/restore-behind-patroni', 'operate/backup-inspection'],
  },
  {
    id: 'F21',
    fault: 'gateways that answer late, twice or not at all',
    files: ['faults/in-flight', 'faults/mobile-money', 'faults/bank-files', 'faults/rails'],
  },
];
