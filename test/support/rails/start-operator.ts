import { anOperator } from './mobile-money-operator.ts';

// Starts the simulated operator in a process of its own, at the port that is given, until it is stopped.

const port = Number(process.argv[2] ?? '4010');
const { address } = await anOperator(port);
process.stdout.write(`A simulated mobile money operator answers at ${address}. Ctrl-C stops it.\n`);
